#!/bin/sh
# The console in a window: which keys it takes while the user types; and the section of expressions. Usage: test_console_window.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 900x600 xdotool

cat >"$folder/herd.lua" <<'LUA'
local drover = require "drover"
local deer = drover.kind("deer", { memory = { n = 0, name = "" }, steer = drover.steer.wander {} })
return drover.scenario { kinds = { deer }, setup = function(world) world:scatter("deer", 3) end }
LUA

press() { # keys, one after another
    for key; do
        xdotool keydown "$key"
        await_frames
        xdotool keyup "$key"
        await_frames
    done
}

enter() { # a line
    xdotool type --delay 60 "$1"
    await_frames
    press Return
}

logged() { grep -qF "\"event\":\"lua\",\"code\":\"$1\"" "$folder/log"; }

start_window "$folder/herd.lua" --paused --size 900x600 --log "$folder/log"
press grave
enter '1,"`"'
check "a backquote within a line is a part of it" logged '1,\"`\"'
enter '2~=3'
check "and so is a tilde" logged '2~=3'
press grave
xdotool type --delay 60 't'
await_frames
press grave
enter '4'
check "on an empty line it closes the console, and opens it again" logged '4'
xdotool type --delay 60 'world.tim'
await_frames
press Tab
xdotool type --delay 60 ', world:cou'
await_frames
press Tab
enter '()'
check "Tab completes a field, and a method" logged 'world.time, world:count()'
press Escape

# Expressions, and the line below them for another.
line='Expressions/Lua, such as selected.speed'
lists() { [ "$(ask expression | grep -v ' expressions\{0,1\}$')" = "$1" ]; }
check "an expression is watched" [ "$(ask 'expression world:count()')" = '1 world:count() = 3' ]
await_frames
click "$line"
enter 'selected'
check "the next is typed into the panel" lists "1 world:count() = 3
2 selected = nil"
click 'Expressions/world:count()/x'
check "a click on its x removes it" lists '1 selected = nil'

ask 'find deer#1' >/dev/null
check "what is selected is read again" lists '1 selected = deer#1'
ask 'find deer#2' >/dev/null
check "whenever the selection changes" lists '1 selected = deer#2'
ask 'inspector off' >/dev/null
await_frames
click "$line"
xdotool type --delay 60 'zz'
await_frames
press Escape
check "Escape leaves the line, and the selection as it is" lists '1 selected = deer#2'
press Escape
check "another one selects nothing" lists '1 selected = nil'

ask 'expression world.mouse' >/dev/null
point world
before=$(ask expression)
check "the mouse is read" grep -q 'world.mouse = [^n]' <<TEXT
$before
TEXT
ask 'camera 100,0,50' >/dev/null
await_frames
check "also when the world moves below it" [ "$(ask expression)" != "$before" ]

# On a German keyboard, the key of the console is a dead one: before an e, it would write ê. On a French one it
# writes ². The numbers are those of the keys left of 1 and of E.
if command -v setxkbmap >/dev/null; then
    for layout in de fr; do
        ask 'console off' >/dev/null
        setxkbmap "$layout"
        await_frames
        press 49 26 26 Return
    done
    check "the console opens on German and French keyboards" \
        [ "$(grep -cF '"event":"lua","code":"ee"' "$folder/log")" -eq 2 ]
fi
kill -TERM "$run"
await_end 2>/dev/null

[ "$failures" -eq 0 ]
