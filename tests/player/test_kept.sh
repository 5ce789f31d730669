#!/bin/sh
# What people arrange in the window is kept between sessions. Usage: test_kept.sh PROGRAM. Exits with 77 (skipped) where
# Xvfb, xdotool, or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert import xdotool

cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local fox = drover.kind("fox", { look = { shape = "disc", size = 20, color = "#ff0000" } })
return drover.scenario {
  kinds = { fox },
  effects = false,
  setup = function(world) world:spawn("fox", { x = -20, y = 0 }) end,
}
LUA
kept=$XDG_STATE_HOME/drover/window.json
notices=$folder/notices
shown=$notices

answers() { [ "$(ask "$1" 2>/dev/null)" = "$2" ]; } # command, answer
# Frames are not counted: a run that writes them keeps nothing.
open() { # arguments of `drover run`
    "$drover" run "$folder" --paused --control "$folder/socket" "$@" 2>"$notices" >/dev/null &
    run=$!
    await window_found && await answers status "$(ask status 2>/dev/null)"
}
quit() {
    ask quit >/dev/null
    await_end
}
# A window answers once a frame, after it has looked for events.
pass_frames() {
    ask status >/dev/null
    ask status >/dev/null
}
is_sized() { xdotool getwindowgeometry "$window" | grep -q "Geometry: $1$"; }
# Whether the fox's square is seen in the legend.
lists_fox() {
    [ "$(import -window "$window" png:- | convert - -crop 200x300+0+120 +repage -fill black +opaque '#ff0000' \
        -fill white -opaque '#ff0000' -format '%[fx:round(w*h*mean)]' info:)" -gt 50 ]
}
lists_nothing() { ! lists_fox; }
# The file without spaces and ends of lines.
content() { tr -d ' \n' <"$kept"; }

check "a first window opens" open
check "it has the usual size" is_sized 1280x800
check "and lists its kinds" await lists_fox
quit
check "of a window that nobody has arranged nothing is kept" [ "$(content)" = '{"version":1}' ]

open
await lists_fox
for action in 'mousemove 70 234' 'mousedown 1' 'mouseup 1'; do
    # shellcheck disable=SC2086
    xdotool $(echo "$action" | sed "s/mousemove/mousemove --window $window/")
    pass_frames
done
check "a section is folded" await lists_nothing
ask 'inspector on' >/dev/null
xdotool windowsize "$window" 900 560
check "the window is made smaller" await is_sized 900x560
pass_frames
ask 'camera 12,3,50' >/dev/null
quit
check "all that is kept" [ "$(content)" = "{\"version\":1,\"window\":{\"width\":900,\"height\":560},\
\"inspector\":{\"shown\":true},\"sections\":{\"Agents\":false},\
\"scenarios\":{\"$folder\":{\"camera\":\"12,3,50\"}}}" ]
cp "$kept" "$folder/arranged"

check "a second session begins" open
check "with the size" await is_sized 900x560
check "with the camera" answers camera 'camera 12,3,50'
check "with the section folded" lists_nothing
check "and the inspector" answers inspector 'inspector off'
ask 'inspector on' >/dev/null
quit
check "what was left alone stays" cmp "$kept" "$folder/arranged"

open --size 800x500 --camera 1,2,30
check "a size that is asked for wins" await is_sized 800x500
check "and a camera" answers camera 'camera 1,2,30'
quit
check "neither is kept" cmp "$kept" "$folder/arranged"

open --camera 1,2,30
ask 'camera 5,6,70' >/dev/null
quit
check "until the user moves it" grep -q '"camera": "5,6,70"' "$kept"
cp "$folder/arranged" "$kept"

"$drover" run "$folder" --ticks 2 --screenshot "$folder/kept.png" >/dev/null 2>&1
XDG_STATE_HOME=$folder/none "$drover" run "$folder" --ticks 2 --screenshot "$folder/plain.png" >/dev/null 2>&1
check "a run that writes pictures shows the same without it" cmp "$folder/kept.png" "$folder/plain.png"
check "and keeps nothing" [ ! -e "$folder/none/drover/window.json" ]
check "nor changes what is kept" cmp "$kept" "$folder/arranged"

open
check "the layout can be reset" answers reset_layout 'the window is arranged as at first'
check "to the usual size" await is_sized 1280x800
check "with all sections as at first" await lists_fox
check "and everything in view" [ "$(ask camera)" != 'camera 12,3,50' ]
quit
check "then nothing is kept" [ "$(content)" = '{"version":1}' ]

printf '{"version": 1, "window": {"width": 5000, "height": 4000}}' >"$kept"
open
check "a window is not larger than the display" is_sized 1400x900
quit
check "but may be on another one" grep -q '"width": 5000' "$kept"

refused() { # content of the file, the fault in it
    printf '%s' "$1" >"$kept"
    cp "$kept" "$folder/before"
    open
    check "with $1, a window opens as at first" is_sized 1280x800
    ask 'camera 1,2,3' >/dev/null
    quit
    check "$2" grep -qF "window.json$2; until this file is mended or removed, nothing is kept" "$notices"
    check "the message comes once" [ "$(wc -l <"$notices")" -eq 1 ]
    check "the file stays" cmp "$kept" "$folder/before"
}
refused '{"version": 1,' ":1: string or '}' expected near end of file"
refused '{"version": 2}' ': version: 1, as this version of Drover writes it, expected'
refused '{"version": 1, "panel": {"width": "wide"}}' ': panel.width: a number from 16 to 8192 expected'
python3 -c 'import json
print(json.dumps({"version": 1, "new": 7, "scenarios": {"/s%d" % i: {"camera": "0,0,9"} for i in range(100)}}))' >"$kept"
open
ask 'camera 1,2,3' >/dev/null
quit
check "at most a hundred scenarios are kept" [ "$(grep -c '"camera"' "$kept")" -eq 100 ]
check "the last is this one" grep -q '"camera": "1,2,3"' "$kept"
check "the first is forgotten" [ "$(grep -c '"/s0"' "$kept")" -eq 0 ]
check "what nobody knows stays" grep -q '"new": 7' "$kept"

XDG_STATE_HOME=/dev/null/x
open
quit
check "where nothing can be kept, one message says so" [ "$(grep -c 'kept of the window' "$notices")" -eq 1 ]

[ "$failures" -eq 0 ]
