#!/bin/bash
# The futures in the window: the paths of a change made while paused, and the ghost on the timeline.
# Usage: test_futures.sh PROGRAM. Exits with 77 (skipped) where a tool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool

# Discs go to the right, on 80 m, as fast as the setting says.
cat >"$folder/discs.lua" <<'LUA'
local drover = require "drover"
local disc = drover.kind("disc", {
  body = { locomotion = "fixed" },
  look = { shape = "disc", color = "#ff0000", size = 2 },
  step = function(self) self.x = self.x + self.world.settings.pace * 1 * self.world.dt end,
})
return drover.scenario {
  kinds = { disc },
  theme = "water",
  bounds = { min = { -40, -20 }, max = { 40, 20 } },
  settings = { drover.slider("pace", 1, { min = 0, max = 9 }) },
  setup = function(world)
    for i = 1, 3 do world:spawn("disc", { x = -30, y = 10 - 5 * i }) end
  end,
}
LUA

# How many pixels of the last frame have a color, of the world or of the timeline.
are_more() { [ "$(pixels "$(last_frame)" "$3" "$2" 8%)" -gt "$1" ]; }
are_none() { [ "$(pixels "$(last_frame)" "$2" "$1" 8%)" -eq 0 ]; }
is_off() { [ "$(ask 'what_if on')" = "what if: nothing was changed while paused at this tick" ]; }

start_window "$folder/discs.lua" --paused --no-watch --size 1280x800
world=$(part_of world)
check "without a change there is no path" are_none $world '#fdfeff'
check "a setting is moved" [ "$(ask 'set pace=5')" = "pace is 5" ]
check "both futures are computed" \
    [ "$(ask 'what_if on')" = "what if: in 10 s, 3 of 3 agents are elsewhere; the farthest, disc#1, by 40 m" ]
check "their paths are drawn" await are_more 800 $world '#fdfeff'
await_frames
xdotool keydown shift keydown c
check "a key turns them off" await are_none $world '#fdfeff'
xdotool keyup c keyup shift
check "on again, they wait for a change" is_off
check "the run stands where it stood" [ "$(ask status | cut -d' ' -f1-4)" = "tick 0 time 0" ]

check "a ghost" [ "$(ask 'ghost on')" = "ghost: begins with the next accepted save" ]
sed -i 's/pace \* 1/pace * self.id/' "$folder/discs.lua"
ask reload >/dev/null
check "it goes on for a while" [ "$(ask 'step 120')" = "paused at tick 120" ]
check "the timeline shows since when" await are_more 500 "$(part_of_timeline 1 118 0.69 0.75)" '#e9e7db'
check "a curve how far apart they are" are_more 150 "$(part_of_timeline 1 118 0.19 0.65)" '#e9e7db'
check "and nothing after that" are_none "$(part_of_timeline 160 470 0.69 0.75)" '#e9e7db'
check "ghosts are joined to their agents" are_more 80 "$world" '#7e99a1'
ask quit >/dev/null
check "the run ends well" await_end

[ "$failures" -eq 0 ]
