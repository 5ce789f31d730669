#!/bin/sh
# Ctrl-C: the first ends a run after the tick at hand, whatever its Lua does, and all that was asked for
# is written; the second kills. Without a budget, so that nothing else stops what does not return.
# Usage: test_interrupt.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

# Agents that count, and what they do from tick 3 on: $1. In `setup`: $2.
scenario() {
    cat >"$folder/main.lua" <<LUA
local drover = require "drover"
local function spin(self) while true do self.n = self.n + 1 end end
local sheep = drover.kind("sheep", { memory = { n = 0 }, steer = drover.steer.wander {},
  step = function(self)
    self.n = self.n + 1
    if self.world.tick >= 3 then $1 end
  end })
return drover.scenario { kinds = { sheep },
  monitors = { sum = function(world) local n = 0 for s in world:agents() do n = n + s.n end return n end },
  setup = function(world) world:scatter("sheep", 3) $2 end }
LUA
}

begin() { # options
    rm -f "$folder/log" "$folder/snap" "$folder/report.csv"
    "$drover" run "$folder/main.lua" --headless --budget inf --hash --log "$folder/log" \
        --save "$folder/snap" --report "$folder/report.csv" --record "$folder/rows.csv" "$@" \
        >"$folder/out" 2>"$folder/errors" </dev/null &
    run=$!
}

hash_of() { sed -n 's/^hash \([0-9a-f]*\) .*/\1/p' "$1" | tail -n 1; }

check_outputs() { # how many lines of the report but the first
    await_end
    check "status 1" [ $? -eq 1 ]
    check "one line says so" [ "$(grep -c '^drover: interrupted in tick [0-9]*$' "$folder/errors")" -eq 1 ]
    check "and no other" [ "$(wc -l <"$folder/errors")" -eq 1 ]
    check "the hash is printed" [ -n "$(hash_of "$folder/out")" ]
    "$drover" run "$folder/main.lua" --headless --load "$folder/snap" --ticks 0 --hash >"$folder/loaded"
    check "the snapshot is that world" [ "$(hash_of "$folder/out")" = "$(hash_of "$folder/loaded")" ]
    "$drover" replay "$folder/log" --budget inf --hash >"$folder/replayed" 2>&1
    check "the log is replayed to it" [ "$(hash_of "$folder/replayed")" = "$(hash_of "$folder/out")" ]
    tick=$(sed -n 's/^drover: interrupted in tick //p' "$folder/errors")
    check "the report goes up to the tick" [ "$(tail -n 1 "$folder/report.csv" | cut -d, -f1)" = "$tick" ]
}

# What does not return.
for work in 'spin(self)' 'pcall(spin, self) while true do end' 'self.world:agents()().n = 1 spin(self)'; do
    scenario "print 'begun'; $work" ''
    begin
    await grep -qs '"line":"begun"' "$folder/log"
    kill -INT $run
    check_outputs
    check "a tick that does not end is ended" [ "$tick" = 4 ]
    check "and that is in the log" grep -q '"event":"stop","during":"tick"' "$folder/log"
done

# What would go on for ever, but does return.
scenario '' ''
for signal in INT TERM; do
    begin
    await grep -qs '"tick":9,"hash"' "$folder/log"
    kill -$signal $run
    check_outputs
    check "nothing was stopped" [ "$(grep -c '"event":"stop"' "$folder/log")" -eq 0 ]
done
begin --speed 0.1
await grep -qs '"tick":2,"hash"' "$folder/log"
kill -INT $run
check_outputs

# While code is on trial.
begin --watch --speed 1
await grep -qs '"tick":2,"hash"' "$folder/log"
scenario 'spin(self)' ''
await test -s "$folder/errors" # the reload; its ticks are held back
sleep 0.2
kill -TERM $run
await_end
check "on trial, status 1" [ $? -eq 1 ]
check "it is not taken back" [ "$(grep -c 'rolled back' "$folder/errors")" -eq 0 ]
check "and it says so" grep -q '^drover: interrupted in tick ' "$folder/errors"
"$drover" replay "$folder/log" --budget inf --hash >"$folder/replayed" 2>&1
check "and is replayed" [ "$(hash_of "$folder/replayed")" = "$(hash_of "$folder/out")" ]

# Before the first tick.
scenario '' 'print "begun" while true do end'
begin
await grep -qs begun "$folder/out"
kill -INT $run
await_end
check "setup that does not return is ended" [ $? -eq 1 ]
check "with its line" grep -q "^drover: $folder/main.lua:10: stopped by an interrupt$" "$folder/errors"

# The second kills, of either kind: sent once the first was seen, which gives both their meaning back.
# The run may end by itself in between, if the machine lets this script wait for a second: try again.
seen() { [ "$(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$run/status" 2>/dev/null)" != "$caught" ]; }

scenario 'spin(self)' ''
for second in INT TERM; do
    tries=20 status=1
    while [ $status -eq 1 ] && [ $tries -gt 0 ]; do
        tries=$((tries - 1))
        begin
        await grep -qs '"tick":3,"hash"' "$folder/log"
        caught=$(sed -n 's/^SigCgt:.*\(.\)$/\1/p' "/proc/$run/status")
        kill -INT $run
        await seen
        kill -$second $run 2>/dev/null
        await_end 2>/dev/null
        status=$?
    done
    check "the second signal kills, $second" [ $status -gt 128 ]
done

[ $failures -eq 0 ]
