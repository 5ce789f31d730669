#!/bin/sh
# The panels beside the world: they open, close, and are dragged, and the world is fitted into what remains.
# Usage: test_panels.sh PROGRAM. Exits with 77 (skipped) where Xvfb, xdotool, or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1000x600 convert xdotool

# Two red discs at the ends of a world that is wider than high, and a blue one in the middle.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local red = drover.kind("red", { look = { shape = "disc", color = "#ff0000", size = 8 } })
local blue = drover.kind("blue", { look = { shape = "disc", color = "#0000ff", size = 8 } })
return drover.scenario {
  kinds = { red, blue },
  bounds = { min = { -60, -20 }, max = { 60, 20 } },
  setup = function(world)
    world:spawn("red", { x = -50, y = 0 })
    world:spawn("blue", { x = 0, y = 0 })
    world:spawn("red", { x = 50, y = 0 })
  end,
}
LUA

# The columns of the world, from the left end of what has a color to its right end: "FIRST LAST".
columns() { # color
    convert "$(last_frame)" -crop "$(part_of world)" -fill black +opaque "$1" -fill white -opaque "$1" -trim \
        -format '%[fx:page.x] %[fx:page.x+w]' info:
}
between() { # number, least, most
    [ "$1" -ge "$2" ] && [ "$1" -le "$3" ]
}
# Whether the world is between what is to its left and to its right, and the red discs are where a world of 120 m there
# has them, within 3 pixels.
fills() { # left, right
    # shellcheck disable=SC2046
    set -- "$1" "$2" $(place_of world) $(columns '#ff0000')
    _scale=$(($2 - $1 - 48)) # pixels of 120 m
    [ "$3" -eq "$1" ] && [ $(($3 + $5)) -eq "$2" ] &&
        between "$7" $(($1 + 24 + _scale * 6 / 120 - 3)) $(($1 + 24 + _scale * 6 / 120 + 3)) &&
        between "$8" $(($1 + 24 + _scale * 114 / 120 - 3)) $(($1 + 24 + _scale * 114 / 120 + 3))
}
start_of() { place_of "$1" | cut -d' ' -f1; } # name
width_of() { place_of "$1" | cut -d' ' -f3; } # name

begin() { # width and height of the window
    start_window "$folder" --paused --ticks 3 --size "$1x$2" >/dev/null
}
finish() {
    ask quit >/dev/null
    await_end
}
# Drag an edge of a panel to the right by pixels.
drag_edge() { # name, pixels
    point "$1"
    button_down 1
    move_by "$2" 20
    button_up 1
    await_frames
}
toggle() { # key
    keys "$1"
    await_frames
}

begin 1000 600
panel=$(width_of panel)
check "at first, the world has all that is beside the panel" fills "$panel" 1000
click world/red#3 # where the inspector will be
inspector=$(width_of inspector)
check "an agent that is clicked opens the inspector" is_in_sight inspector/red#3
ask 'fit' >/dev/null
await_frames
check "which takes nothing of the world" fills "$panel" $((1000 - inspector))
toggle i
check "which has the whole width again when it closes" fills "$panel" 1000
toggle i
toggle Escape
check "Escape first selects nothing" eval '[ "$(ask "lua selected")" = nil ] && is_in_sight inspector'
toggle Escape
check "then it closes the inspector" fills "$panel" 1000
toggle Tab
check "Tab hides the panel" fills 0 1000
toggle Tab
check "and shows it" fills "$panel" 1000
drag_edge 'left divider' 100
check "its edge can be dragged" fills $((panel + 100)) 1000
drag_edge 'left divider' 500
check "but not over the world" fills 600 1000
drag_edge 'left divider' $((panel - 600))
toggle i
drag_edge 'right divider' -24
check "the inspector's, too" fills "$panel" $((1000 - inspector - 24))
drag_edge 'right divider' 24
toggle i

# Nothing of a world that was moved goes elsewhere under the mouse.
toggle plus
before=$(columns '#0000ff')
click world/blue#2
check "a view that was moved stays when the inspector opens" [ "$(columns '#0000ff')" = "$before" ]
check "which it does" is_in_sight inspector/blue#2
finish

# A small window has both in one column.
begin 640 480
click world/blue#2
check "a small window has the inspector below the panel" \
    [ "$(start_of inspector) $(width_of inspector)" = "$(start_of panel) $(width_of panel)" ]
check "beside the world" fills "$(width_of panel)" 640
check "with its text" is_in_sight inspector/speed
finish

[ "$failures" -eq 0 ]
