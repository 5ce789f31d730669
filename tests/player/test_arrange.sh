#!/bin/sh
# Editing with the mouse: agents and obstacles are placed, moved, turned, and removed by lines of the console, which are
# logged and replayed. Usage: test_arrange.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 xdotool

cat >"$folder/farm.lua" <<'LUA'
local drover = require "drover"
local deer = drover.kind("deer", { look = { shape = "wolf", size = 4, color = "tan" }, body = { radius = 1.5 } })
return drover.scenario {
  kinds = { deer },
  bounds = { min = { -40, -30 }, max = { 40, 30 }, edge = "contain" },
  setup = function(world)
    world:spawn("deer", { x = 0, y = 0 })
    world:obstacle { box = { x = 20, y = 10, w = 8, d = 4, heading = 0.3 } }
  end,
  mousepressed = function() print "pressed" end,
}
LUA

# Do things with the mouse and keys, one after another: "X,Y" moves to a place in meters, "down" and "up" press and
# release, others are keys. The deer is at 0,0, the box at 20,10.
act() {
    for action; do
        case $action in
        down | up) xdotool "mouse$action" 1 ;;
        *,*) point "world/$action" ;;
        *+*) xdotool key "$action" ;;
        *) xdotool keydown "$action"; await_frames; xdotool keyup "$action" ;;
        esac
        await_frames
    done
}

logged() { # a line of the console, as a pattern, in the log
    sed -n 's/.*"event":"lua",.*"code":"\(.*\)"}$/\1/p' "$folder/log" | grep -qx -e "$1"
}
N='-\{0,1\}[0-9.]*'

start_window "$folder/farm.lua" --paused --hash --size 1280x800 --log "$folder/log" >"$folder/rows" 2>"$folder/said"
act -16,23 down up ctrl+e
act 0,0 down 1,1 5,5 up
check "a drag moves an agent" logged "agent(1).x, agent(1).y = [45]\.$N, [45]\.$N"
act Delete
check "Delete removes what is selected" logged "agent(1):remove()"
act 20,10 down 19,9 10,0 up
check "and an obstacle" logged "obstacle(1).x, obstacle(1).y = 9\.$N, -\{0,1\}$N"
xdotool keydown alt
act 12,0 down 11.5,2.4 10,2.6 up
xdotool keyup alt
check "with Alt it turns" logged "obstacle(1).heading = 1\.[5-9]$N"
await_frames
click Arrange/deer
act -7.2,-11.5 down -5.5,-11.5 -2,-11.5 up
check "a kind is placed, looking to where it is dragged" logged 'world:spawn(\\"deer\\", { x = -7\.[0-9]*, y = -11\.[0-9]*, heading = 0 })'
act -33.3,29.4 down up
check "a click places, too" logged 'world:spawn(\\"deer\\", { x = -33\.[0-9]*, y = 29\.[0-9]* })'
act Escape
act Escape -16,23 down up
check "the mouse is the scenario's only unless one arranges" [ "$(grep -c pressed "$folder/rows")" -eq 2 ]
act period period space
kill -TERM "$run"
await_end 2>/dev/null
"$drover" replay "$folder/log" >"$folder/replayed" 2>&1 </dev/null
shown=$folder/replayed
check "a replay comes to the same worlds" grep -q 'all hashes equal' "$folder/replayed"
[ "$failures" -eq 0 ] || grep '"event":"lua"' "$folder/log"

[ "$failures" -eq 0 ]
