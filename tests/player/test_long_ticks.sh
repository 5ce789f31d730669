#!/bin/bash
# Ticks in which the engine itself works for minutes: Ctrl-C, TERM, commands, and the control socket stop them midway.
# Nothing of such a tick is shown, hashed, or saved.
# Usage: test_long_ticks.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

# After tick 50, all stand at one place. Whoever watches the log sees that the next tick has begun.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local pedestrian = require "pedestrian"
local person = drover.kind("person", { body = pedestrian.body, steer = drover.steer.wander {} })
return drover.scenario { kinds = { person }, tick_rate = 20,
  setup = function(world) for i = 1, 6000 do world:spawn("person", { x = 3 * i }) end end,
  update = function(world)
    if world.tick == 49 then for one in world:agents() do one.x, one.y = 0, 0 end end
    if world.tick == 50 then print "begun" end
  end }
LUA

# Standard input comes from $folder/commands, where file 4 writes.
begin() { # options
    rm -f "$folder"/{log,snap,report.csv,commands,socket}
    mkfifo "$folder/commands"
    "$drover" run "$folder/main.lua" --headless --hash --log "$folder/log" --save "$folder/snap" \
        --report "$folder/report.csv" "$@" >"$folder/out" 2>"$folder/errors" <"$folder/commands" &
    run=$!
    exec 4>"$folder/commands"
    await grep -qs '"line":"begun"' "$folder/log"
}

# The rows and the log end with the last whole tick.
check_kept() { # last tick of the report
    exec 4>&-
    check "the report ends with tick $1" [ "$(tail -n 1 "$folder/report.csv" | cut -d, -f1)" = "$1" ]
    "$drover" replay "$folder/log" >"$folder/replayed" 2>&1
    check "the log is replayed" grep -q 'all hashes equal' "$folder/replayed"
}

for signal in INT TERM; do
    shown=$folder/errors
    begin
    kill -$signal $run
    await_end
    check "$signal ends the run with status 1" [ $? -eq 1 ]
    check "one line says that the tick is not kept" \
        [ "$(cat "$folder/errors")" = "drover: interrupted in tick 51, which is not kept" ]
    check "nothing is hashed" [ "$(cat "$folder/out")" = begun ]
    check "nothing is saved" [ ! -e "$folder/snap" ]
    check_kept 50
done

stopped='tick 51 was stopped midway: paused at tick 40'
begin
echo 'pause' >&4
await grep -q "^$stopped$" "$folder/errors"
check "pause goes back to the last moment" [ $? -eq 0 ]
echo 'quit' >&4
await_end
check "and the run ends well" [ $? -eq 0 ]
check "with the hash of that tick" grep -q '^hash [0-9a-f]* .*tick 40' "$folder/out"
check "which is saved" [ -s "$folder/snap" ]
check_kept 50

begin
echo 'play' >&4
await grep -q "^$stopped$" "$folder/errors"
check "so does play, which pauses a run that plays" [ $? -eq 0 ]
await grep -q '^paused at tick 40$' "$folder/errors"
echo 'play' >&4
await grep -q '^resumed at tick 40$' "$folder/errors"
check "and resumes one that is paused" [ $? -eq 0 ]
kill -TERM $run
await_end
exec 4>&-

begin
echo 'events' >&4
echo 'quit' >&4
await_end
check "quit ends it, behind other commands" [ $? -eq 0 ]
check "and says where it is" grep -q "^$stopped$" "$folder/errors"
check_kept 50

begin --control "$folder/socket"
check "a client pauses it" [ "$(ask pause)" = "paused at tick 40" ]
check "and may ask" [ "$(ask status | cut -d" " -f1,2)" = "tick 40" ]
ask quit >/dev/null
await_end
check "and ends it" [ $? -eq 0 ]
check_kept 50

# A watched run says so when nothing is on trial.
scene() { # what one sheep does in tick 65
    cat >"$folder/main.lua" <<LUA
local drover = require "drover"
local sheep = drover.kind("sheep", { body = { solid = true }, step = function(self)
  if self.world.tick == 65 then $1 end
end })
return drover.scenario { kinds = { sheep }, setup = function(world) for _ = 1, 12 do world:spawn("sheep") end end }
LUA
    "$drover" run "$folder/main.lua" --headless --watch --budget inf --ticks 70 >"$folder/out" 2>"$folder/errors" </dev/null
}
said() { [ "$(cat "$folder/errors")" = "$1" ]; }

scene 'for _ = 1, 9 do self.world:spawn("sheep") end'
check "tenfold within a second is said" said '12 agents became 120 within a second: rewind 1 goes back'
scene 'for _ = 1, 8 do self.world:spawn("sheep") end'
check "less is not" said ''
scene 'if self.id == 1 then for i = 1, 6e8 do i = -i end end'
check "a tick that takes more than a second is" \
    grep -q '^tick 66 took [0-9.e+]* s: rewind 1 goes back$' "$folder/errors"

[ $failures -eq 0 ]
