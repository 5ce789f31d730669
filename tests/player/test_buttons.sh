#!/bin/sh
# Buttons of a scenario: a press is an act, so logs, replays, and rewinds have it; a click on the panel presses one.
# Usage: test_buttons.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

answered() { grep -qxF -e "$1" "$folder/answers"; }

cat >"$folder/farm.lua" <<'LUA'
local drover = require "drover"
local hen = drover.kind("hen", { steer = drover.steer.wander {}, look = { color = "#ff0000", size = 8 } })
return drover.scenario {
  kinds = { hen },
  settings = {
    drover.button("Hatch", function(world) world:spawn("hen", { x = 10, y = 10 }) end),
    drover.button("Drop an egg", function() error "broken" end),
  },
  setup = function(world) world:scatter("hen", 3) end,
}
LUA

printf '%s\n' 'step 10' 'press Hatch' 'step 10' 'press Hatch' status 'press Hach' press 'rewind 0.1' status quit |
    "$drover" run "$folder/farm.lua" --headless --paused --hash --log "$folder/log" >"$folder/rows" 2>"$folder/answers"
shown=$folder/answers
check "a press is answered" answered 'pressed Hatch'
check "and runs the function" grep -q '^tick 20 .* agents 5 ' "$folder/answers"
check "a button that is not there" answered "no button 'Hach' (Hatch?)"
check "no title" answered 'press takes the title of a button'
check "a rewind undoes the later press alone" grep -q '^tick 14 .* agents 4 ' "$folder/answers"
check "the log has it" grep -qF '{"tick":10,"event":"press","name":"Hatch"}' "$folder/log"
"$drover" replay "$folder/log" >"$folder/replayed" </dev/null 2>&1
check "and is replayed" grep -q '1 rewind, all hashes equal' "$folder/replayed" || cat "$folder/replayed"

printf '%s\n' 'press Drop an egg' 'step 5' status quit |
    "$drover" run "$folder/farm.lua" --headless --paused --watch >"$folder/rows" 2>"$folder/answers"
check "an error is reported with its line" grep -q 'farm.lua:7: broken' "$folder/answers"
check "and the run goes on" grep -q '^tick 5 .* agents 3 suspended 0 ' "$folder/answers"

if command -v xdotool >/dev/null && open_display; then
    start_window "$folder/farm.lua" --paused --ticks 3 --log "$folder/window.log" >/dev/null
    click Settings/Hatch
    await_frames
    xdotool key space
    await_end
    check "a click presses a button" grep -qF '"event":"press","name":"Hatch"' "$folder/window.log"
    "$drover" replay "$folder/window.log" >"$folder/replayed" </dev/null
    check "and that is replayed" grep -q 'replayed 3 ticks, 0 reloads, all hashes equal' "$folder/replayed"
else
    echo "skipped: a click, for Xvfb or xdotool is missing"
fi

[ "$failures" -eq 0 ]
