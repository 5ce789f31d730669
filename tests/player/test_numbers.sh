#!/bin/sh
# Numbers of scripts that are changed while they run: by the command, and by dragging in the window.
# Usage: test_numbers.sh PROGRAM. Exits with 77 (skipped) where Xvfb or xdotool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
shown=$folder/err

# An agent that runs at the speed that its file says.
begin_scenario() {
    mkdir -p "$folder/s"
    cat >"$folder/s/main.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { require "runner" },
  tick_rate = 10,
  setup = function(world) world:spawn("runner", { heading = 0 }) end,
}
LUA
    cat >"$folder/s/runner.lua" <<'LUA'
local drover = require "drover"
return drover.kind("runner", {
  body = { max_speed = 4.5, max_force = 100 },
  speed = 2,
  steer = drover.steer.seek { target = { 1000, 0 } },
})
LUA
}
obey() { # commands from standard input
    "$drover" run "$folder/s" --headless --paused --log "$folder/log" >"$folder/err" 2>&1
}
holds() { grep -q -e "$2" "$folder/$1"; }

begin_scenario
printf 'numbers\nnumbers runner.lua\nnumbers main.lua\nquit\n' | obey
check "numbers lists what numbers mean, of all files and of one" \
    [ "$(grep -c 'runner.lua:3:24 *4.5 m/s *body: max_speed' "$folder/err")" = 2 ]
check "and says if a file has none" holds err 'main.lua has no numbers in definitions'

printf 'step 10\nnumber runner.lua:4 3\nstep 10\nnumber runner.lua:3:24 2.5\nstep 100\nundo\nstep 1\nquit\n' |
    obey
check "a number is changed, and its file" holds err 'runner.lua:4: speed is 3, was 2'
check "with the column where a line has several" holds err 'runner.lua:3: max_speed is 2.5, was 4.5'
check "nothing else in the file changes" \
    [ "$(sed -n 3,4p "$folder/s/runner.lua")" = '  body = { max_speed = 2.5, max_force = 100 },
  speed = 3,' ]
check "the log replays" "$drover" replay "$folder/log"

printf 'number runner.lua:3 1\nnumber runner.lua:3:24 -1\nnumber runner.lua:9 1\nnumber none.lua:1 1
number runner.lua 1\nnumber runner.lua:4 fast\nnumber runner.lua:4\nquit\n' | obey
check "a line with several numbers needs a column" \
    holds err "'runner.lua:3' has several numbers: add the column, one of 24, 41"
check "a range is kept" holds err 'max_speed must be from 0 to 1e+06, not -1'
check "a line without numbers" holds err "no number of a definition is at 'runner.lua:9'"
check "a file that is not there" holds err "no number of a definition is at 'none.lua:1'"
check "what is no place and no number is refused" \
    [ "$(grep -c 'number takes FILE:LINE\[:COLUMN\] and a number, not' "$folder/err")" = 3 ]
check "and the file stays" holds s/runner.lua 'max_speed = 2.5, max_force = 100'

# In a window

need_display 1400x900 xdotool

begin_scenario
start_window "$folder/s" --paused --select runner#1 --log "$folder/log" >/dev/null 2>"$folder/err"
ask 'ghost on' >/dev/null
click 'Numbers in scripts'
point 'Numbers in scripts/max_speed'
button_down 1
for _ in 1 2 3; do
    move_by 10 0
done
check "dragging prints one line" [ "$(grep -c 'accepted: reload' "$folder/err")" = 1 ]
check "and does not touch the file" holds s/runner.lua 'max_speed = 4.5,'
button_up 1
check "letting go writes it" await holds s/runner.lua 'max_speed = 4.8,'
point world
check "the code in force has it" [ "$(ask 'lua ("%.3f"):format(agent(1).max_speed)')" = 4.800 ]
check "there is one ghost" [ "$(grep -c 'ghost: the world goes on without' "$folder/err")" = 1 ]
check "one undo takes all of it back" \
    [ "$(ask undo | cut -d: -f1,2), $(ask 'lua agent(1).max_speed')" = 'accepted: undo, 4.5' ]
ask 'step 30' >/dev/null
ask quit >/dev/null
await_end
check "values on the way were reloads in the log" [ "$(grep -c '"event":"reload"' "$folder/log")" -ge 2 ]
check "which replays" "$drover" replay "$folder/log"

[ "$failures" -eq 0 ]
