#!/bin/sh
# The mouse and the keys turn, move, and zoom the view of a volume, and select what is seen there; a plane
# is only seen from above. Usage: test_orbit_window.sh PROGRAM. Exits with 77 (skipped) where Xvfb,
# ImageMagick, or xdotool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool
# A double click is one, however long a frame takes.
SDL_MOUSE_DOUBLE_CLICK_TIME=60000
export SDL_MOUSE_DOUBLE_CLICK_TIME

part() { ask camera | sed 's/^camera //' | cut -d, -f"$1"; } # x, y, width, yaw, pitch, z

mouse() { # what xdotool does, a string each
    for action; do
        # shellcheck disable=SC2086
        xdotool $action
        await_frames
    done
}
# Drag from the middle of the world by pixels, which are so many degrees.
drag_world() { # button, right, down
    point world
    button_down "$1"
    move_by "$2" "$3"
    button_up "$1"
}

scene() { # space, view
    cat >"$folder/main.lua" <<LUA
local drover = require "drover"
local ball = drover.kind("ball", { look = { shape = "disc", size = 4, color = "red" } })
return drover.scenario {
  space = "$1", kinds = { ball }, $2
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:spawn(ball, { x = 10, y = 0, z = 12 })
    world:spawn(ball, { x = 10, y = 0, z = -12 })
  end,
}
LUA
}

scene volume 'view = { yaw = 20, pitch = 15 },'
start_window "$folder" --paused --ticks 3 >/dev/null
check "a window opens from where the scenario says" [ "$(part 4,5)" = 20,15 ]

drag_world 3 -100 20
check "a drag with the right button turns the view" [ "$(part 4,5)" = 55,22 ]
before=$(part 4-)
width=$(part 3)
drag_world 2 -60 30
check "with the middle button, it moves it" [ "$(part 4,5)" = 55,22 ] && check "to the side, and up" \
    [ "$(part 4-)" != "$before" ]
mouse "keydown Shift_L"
drag_world 3 60 -30
mouse "keyup Shift_L"
check "and so it does with Shift" [ "$(part 4-)" = "$before" ]
point world 0.4 0.4
mouse "click 4"
check "the wheel zooms" awk "BEGIN { exit !($(part 3) < $width / 1.1) }"

check "a camera is placed" [ "$(ask 'camera 10,0,50,90,30,12')" = "camera 10,0,50,90,30,12" ]
await_frames
upper=$(part_of world/ball#1)
check "its middle shows the upper ball" [ "$(spot_of world/ball#1)" = "$(spot_of world)" ]
check "which is red" [ "$(pixels "$(last_frame)" red "$upper" 12%)" -gt 1000 ]
click world/ball#1
check "a click selects it" [ "$(ask 'lua selected.z')" = 12.0 ]
click world/ball#2
check "and the other one" [ "$(ask 'lua selected.z')" = -12.0 ]
check "follow keeps it in the middle" [ "$(ask 'follow on')" = "follow on" ]
await_frames
check "as high as it is" [ "$(part 6)" = -12 ]
ask "follow off" >/dev/null
ask escape >/dev/null

mouse "key shift+Left"
check "Shift and an arrow turn the view" [ "$(part 4,5)" = 80,30 ]
check "and so does a command" [ "$(ask 'turn up')" = "yaw 80, pitch 35" ]
mouse "key o"
check "O shows the plan" [ "$(part 1,2,4-)" = 0,0 ]
point world 0.1 0.9
mouse "click --repeat 2 --delay 40 1"
check "a double click leads back" [ "$(part 4,5)" = 20,15 ]
check "arranging is done in the plan" [ "$(ask 'arrange on') $(part 1,2,4-)" = "arrange on 0,0" ]
ask "plan off" >/dev/null
await_frames
check "and ends when the view is turned" [ "$(ask arrange) $(ask 'plan off')" = "arrange on plan off" ]
await_frames
ask "turn down" >/dev/null
mouse "key Home"
check "Home shows everything from there" [ "$(part 4,5)" = 20,15 ]
check "no camera is under the ground" [ "$(ask 'camera 1,2,3,4,3')" = "camera takes X,Y,WIDTH or \
X,Y,WIDTH,YAW,PITCH or X,Y,WIDTH,YAW,PITCH,Z in meters and degrees, with a pitch from 5 to 90, as in 0,0,50 or \
0,0,50,20,35, not '1,2,3,4,3'" ]
ask quit >/dev/null
check "the run ends well" await_end

scene plane ''
start_window "$folder" --paused --ticks 3 >/dev/null
x=$(part 1)
drag_world 3 -100 20
check "in a plane, the right button moves the view" [ "$(part 1)" != "$x" ]
check "and nothing turns it" [ "$(ask 'turn left') $(ask plan) $(ask 'camera 0,0,9,20,30')" = \
    "a plane is only seen from above a plane is only seen from above a plane is only seen from above" ]
ask quit >/dev/null
check "that run ends well, too" await_end

[ "$("$drover" run "$folder" --ticks 1 --headless --camera 0,0,9,20,30 2>&1 </dev/null)" = \
    "drover: --camera: a plane is only seen from above: leave out YAW and PITCH" ]
check "nor does --camera" [ $? -eq 0 ]

[ "$failures" -eq 0 ]
