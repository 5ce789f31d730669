#!/bin/sh
# What people arrange in the window is kept between sessions. Usage: test_kept.sh PROGRAM. Exits with 77 (skipped) where
# Xvfb, xdotool, or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert import xdotool
# Frames are not counted: a run that writes them keeps nothing.
await_frames() { pass_frames; }

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
open() { # arguments of `drover run`
    "$drover" run "$folder" --paused --control "$folder/socket" "$@" 2>"$notices" >/dev/null &
    run=$!
    await test -S "$folder/socket" && await window_found
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
# Whether the fox is seen in the world, and its row in the legend, which only then counts.
sees_fox() {
    import -window "$window" "$folder/seen.png" &&
        [ "$(pixels "$folder/seen.png" '#ff0000' "$(part_of world)")" -gt 1000 ]
}
lists_fox() { sees_fox && is_in_sight Agents/fox; }
lists_nothing() { sees_fox && answers 'widget Agents/fox' "'Agents/fox' is not in sight: the section 'panel/Agents' is folded"; }
# The file without spaces and ends of lines.
content() { tr -d ' \n' <"$kept"; }
expressions() { ask expression | grep -v ' expressions\{0,1\}$'; }

check "a first window opens" open
check "it has the usual size" is_sized 1280x800
check "and lists its kinds" await lists_fox
quit
check "of a window that nobody has arranged nothing is kept" [ "$(content)" = '{"version":1}' ]

open
await lists_fox
click Agents
check "a section is folded" await lists_nothing
ask 'inspector on' >/dev/null
ask 'expression world:count()' >/dev/null
ask 'expression selected' >/dev/null
xdotool windowsize "$window" 900 560
check "the window is made smaller" await is_sized 900x560
ask 'camera -12,3,50' >/dev/null
pass_frames
quit
check "all that is kept" [ "$(content)" = "{\"version\":1,\"window\":{\"width\":900,\"height\":560},\
\"inspector\":{\"shown\":true},\"sections\":{\"Agents\":false},\
\"scenarios\":{\"$folder\":{\"camera\":\"-12,3,50\",\"expressions\":[\"world:count()\",\"selected\"]}}}" ]
cp "$kept" "$folder/arranged"

check "a second session begins" open
check "with the size" await is_sized 900x560
check "with the section folded" await lists_nothing
check "with the camera" answers camera 'camera -12,3,50'
check "with the expressions" [ "$(expressions)" = "1 world:count() = 1
2 selected = nil" ]
check "and the inspector" answers inspector 'inspector off'
ask 'inspector on' >/dev/null
quit
check "what was left alone stays" cmp "$kept" "$folder/arranged"

open --size 800x500 --camera 1,2,30
check "a size that is asked for wins" await is_sized 800x500
check "and a camera" answers camera 'camera 1,2,30'
quit
check "neither is kept" cmp "$kept" "$folder/arranged"

picture() { # picture, place of what is kept
    XDG_STATE_HOME=$2 "$drover" run "$folder" --ticks 2 --screenshot "$1" >/dev/null 2>&1
}
picture "$folder/kept.png" "$XDG_STATE_HOME"
picture "$folder/plain.png" "$folder/none"
check "a run that writes pictures shows the fox" [ "$(pixels "$folder/kept.png" '#ff0000')" -gt 1000 ]
check "as it does where nothing is kept" cmp "$folder/kept.png" "$folder/plain.png"
check "and keeps nothing" [ ! -e "$folder/none/drover/window.json" ]
check "nor changes what is kept" cmp "$kept" "$folder/arranged"

sed 's/"selected"/"selected +", "(function() end)()"/; s/"height"/"maximized": true, "height"/' "$folder/arranged" >"$kept"
open --camera 1,2,30
check "an expression that no longer is one says why" [ "$(expressions)" = "1 world:count() = 1
2 selected +: this is not an expression: unexpected symbol near the end
3 (function() end)(): an expression can't have functions in it" ]
ask 'camera 5,6,70' >/dev/null
quit
check "and is kept" grep -q '"selected +"' "$kept"
check "a camera is, once the user moves it" grep -q '"camera": "5,6,70"' "$kept"
check "and that the window is maximized" grep -q '"maximized": true' "$kept"
check "with the size before" grep -q '"width": 900' "$kept"

cp "$folder/arranged" "$kept"
open
check "the layout can be reset" answers reset_layout 'the window is arranged as at first'
check "to the usual size" await is_sized 1280x800
check "with all sections as at first" await lists_fox
check "and everything in view" [ "$(ask camera)" != 'camera -12,3,50' ]
ask 'no_expression all' >/dev/null
quit
check "then nothing is kept" [ "$(content)" = '{"version":1}' ]

printf '{"version": 1, "window": {"width": 5000, "height": 4000, "maximized": true}}' >"$kept"
open
check "a window is not larger than the display" is_sized 1400x900
quit
check "but may be on another one" grep -q '"width": 5000' "$kept"

printf '{"version": 1, "window": {"maximized": true}}' >"$kept"
open
quit
check "a maximized window is one again, also without a size" \
    [ "$(content)" = '{"version":1,"window":{"maximized":true}}' ]

printf '{"version": 1, "panel": {"width": "wide"}}' >"$kept"
cp "$kept" "$folder/before"
open
check "with a damaged file, a window opens as at first" is_sized 1280x800
ask 'camera 1,2,3' >/dev/null
quit
check "the message says what is wrong" grep -qF "window.json: panel.width: a number from 16 to 8192 expected; until this \
file is mended or removed, nothing is kept" "$notices"
check "and comes once" [ "$(wc -l <"$notices")" -eq 1 ]
check "the file stays" cmp "$kept" "$folder/before"

XDG_STATE_HOME=/dev/null/x
open
quit
check "where nothing can be kept, one message says so" [ "$(grep -c 'kept of the window' "$notices")" -eq 1 ]

[ "$failures" -eq 0 ]
