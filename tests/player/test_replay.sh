#!/bin/sh
# drover replay from the shell: what `drover run --log` wrote of the samples is replayed without their
# files, by any number of threads and vectors of any width; what goes wrong is reported once.
# Usage: test_replay.sh PROGRAM SOURCE_ROOT
set -u

drover=$1
samples=$2/samples
. "$(dirname "$0")/../live.sh"

# Random numbers, groups with leaders, events, a library module, wheels.
for sample in caribou regiment boids walk_along traffic; do
    cp -r "$samples/$sample" "$folder/scenario"
    "$drover" run "$folder/scenario" --headless --ticks 300 --seed 5 --hash --log "$folder/log" \
        >"$folder/ran" 2>&1
    check "$sample runs with a log" [ $? -eq 0 ]
    "$drover" run "$folder/scenario" --headless --ticks 300 --seed 5 --hash >"$folder/plain"
    check "$sample ends alike without one" cmp -s "$folder/ran" "$folder/plain"
    rm -r "$folder/scenario"
    (echo "replayed 300 ticks, 0 reloads, all hashes equal"; tail -n 1 "$folder/ran") \
        >"$folder/expected"
    for threads in 1 3; do
        DROVER_VECTOR_BITS=128 "$drover" replay "$folder/log" --hash --threads $threads \
            >"$folder/replayed" 2>"$folder/errors"
        check "$sample is replayed on $threads threads" [ $? -eq 0 ]
        check "with nothing to complain of" [ ! -s "$folder/errors" ]
        check "to the same end" cmp -s "$folder/replayed" "$folder/expected"
    done
done

# A script may see that memory is out, and go on: the limit is part of what the run rests on.
cat >"$folder/hungry.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("eater", {}) },
  setup = function(world) world.memory.fits = pcall(string.rep, "x", 60000000) end,
}
LUA
for memory in 64 192; do
    "$drover" run "$folder/hungry.lua" --headless --ticks 2 --budget inf --lua-memory $memory --hash \
        --log "$folder/log" >"$folder/hash$memory" 2>&1
    check "a run in $memory MiB is replayed" [ "$("$drover" replay "$folder/log")" = \
        "replayed 2 ticks, 0 reloads, all hashes equal" ]
    "$drover" replay "$folder/log" --lua-memory $((256 - memory)) >"$folder/replayed" 2>&1
    check "and not in $((256 - memory)) MiB" [ $? -eq 1 ]
done
check "and the limit makes a difference" sh -c "! cmp -s '$folder/hash64' '$folder/hash192'"

# What it printed, and why it ended.
cat >"$folder/talker.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("talker", {}) },
  setup = function(world) print("begin", world.tick) end,
  update = function(world) if world.tick == 3 then print("\"enough\"") world:finish("tired") end end,
}
LUA
"$drover" run "$folder/talker.lua" --headless --log "$folder/log" >/dev/null 2>&1
for line in '"event":"print","line":"begin\u00090"' '"tick":3,"event":"print","line":"\"enough\""' \
    '"tick":4,"event":"end","agents":0,"suspended":0,"finished":"tired"'; do
    check "the log has $line" grep -qF "$line" "$folder/log"
done
check "and is replayed" [ "$("$drover" replay "$folder/log")" = \
    "replayed 4 ticks, 0 reloads, all hashes equal" ]

# A run that is stopped, or killed.
rm "$folder/log"
"$drover" run "$samples/lamp" --headless --speed 1 --log "$folder/log" &
run=$!
await grep -qs '"tick":9,"hash"' "$folder/log"
kill -TERM $run
await_end
check "a run that is interrupted ends with status 1" [ $? -eq 1 ]
"$drover" replay "$folder/log" >"$folder/replayed" 2>"$folder/errors"
check "and is replayed" grep -q '^replayed [1-9][0-9]* ticks, 0 reloads, all hashes equal$' "$folder/replayed"
check "to its end" [ ! -s "$folder/errors" ]

rm "$folder/log"
"$drover" run "$samples/lamp" --headless --speed 1 --log "$folder/log" &
run=$!
await grep -qs '"tick":9,"hash"' "$folder/log"
kill -KILL $run
await_end 2>/dev/null
"$drover" replay "$folder/log" >"$folder/replayed" 2>"$folder/errors"
check "a run that is killed is replayed" grep -q '^replayed [1-9][0-9]* ticks, ' "$folder/replayed"
check "and that is said" grep -q 'replayed to tick [1-9]' "$folder/errors"

# A disk that is full, files that are not there or no logs, bad usage.
"$drover" run "$samples/lamp" --headless --ticks 9 --log /dev/full >/dev/null 2>"$folder/errors"
check "a full disk ends the run" [ $? -eq 1 ]
check "with one message" [ "$(cat "$folder/errors")" = \
    "drover: cannot write /dev/full: No space left on device" ]
"$drover" replay "$folder/nowhere.log" 2>"$folder/errors"
check "a log that is not there fails" [ $? -eq 1 ]
check "and is named" [ "$(cat "$folder/errors")" = \
    "drover: cannot open '$folder/nowhere.log': No such file or directory" ]
"$drover" replay "$samples/lamp/main.lua" 2>"$folder/errors"
check "what is no log fails" [ $? -eq 1 ]
check "and is reported" [ "$(cat "$folder/errors")" = \
    "drover: $samples/lamp/main.lua:1: not a log that drover run --log wrote" ]
"$drover" replay 2>"$folder/errors"
check "no file is bad usage" [ $? -eq 2 ]
check "and is reported" [ "$(cat "$folder/errors")" = \
    "drover: no FILE given: what drover run --log FILE wrote" ]
"$drover" replay "$folder/log" --seed 5 2>/dev/null
check "there is nothing to choose" [ $? -eq 2 ]
"$drover" replay "$folder/log" --hash=5 2>/dev/null
check "nor which ticks to hash" [ $? -eq 2 ]

[ "$failures" -eq 0 ]
