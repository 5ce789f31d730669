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

# The columns of a picture, right of the panel, from the left end of what has a color to its right end:
# "FIRST LAST".
columns() { # picture, color, right edge of the panel
    convert "$1" -crop "2000x380+$3+0" -fill black +opaque "$2" -fill white -opaque "$2" -trim \
        -format '%[fx:page.x] %[fx:page.x+w]' info:
}
between() { # number, least, most
    [ "$1" -ge "$2" ] && [ "$1" -le "$3" ]
}
# Whether the red discs are where a world of 120 m from LEFT to RIGHT has them, within 3 pixels.
fills() { # picture, left, right
    _scale=$(($3 - $2 - 48)) # pixels of 120 m
    # shellcheck disable=SC2046
    set -- "$2" "$3" $(columns "$1" '#ff0000' "$2")
    between "$3" $(($1 + 24 + _scale * 6 / 120 - 3)) $(($1 + 24 + _scale * 6 / 120 + 3)) &&
        between "$4" $(($1 + 24 + _scale * 114 / 120 - 3)) $(($1 + 24 + _scale * 114 / 120 + 3))
}

use() { # picture, size, then what xdotool does in the window of a paused run, a string each
    picture=$folder/$1.png
    size=$2
    shift 2
    start_window "$folder" --paused --ticks 3 --size "$size" --screenshot "$picture" >/dev/null
    for action; do
        # shellcheck disable=SC2086
        xdotool $(echo "$action" | sed "s/mousemove/mousemove --window $window/")
        await_frames
    done
    xdotool key space
    await_end
}

use plain 1000x600
check "at first, the world has all that is beside the panel" fills "$folder/plain.png" 286 1000
click='mousemove 643 268'
use open 1000x600 'mousemove 640 266' "$click" 'click 1'
check "the inspector takes nothing of the world" fills "$folder/open.png" 286 724
use closed 1000x600 'mousemove 640 266' "$click" 'click 1' 'key i'
check "which has the whole width again when it closes" fills "$folder/closed.png" 286 1000
use escaped 1000x600 'mousemove 640 266' "$click" 'click 1' 'key Escape' 'key Escape'
check "also by Escape, which first selects nothing" fills "$folder/escaped.png" 286 1000
use hidden 1000x600 'key Tab'
check "Tab hides the panel" fills "$folder/hidden.png" 0 1000
use shown 1000x600 'key Tab' 'key Tab'
check "and shows it" fills "$folder/shown.png" 286 1000
use wide 1000x600 'mousemove 300 100' 'mousemove 286 100' 'mousedown 1' 'mousemove 386 120' 'mouseup 1'
check "its edge can be dragged" fills "$folder/wide.png" 386 1000
use widest 1000x600 'mousemove 300 100' 'mousemove 286 100' 'mousedown 1' 'mousemove 900 120' 'mouseup 1'
check "but not over the world" fills "$folder/widest.png" 600 1000
use inspected 1000x600 'mousemove 640 266' "$click" 'click 1' 'mousemove 700 100' 'mousemove 724 100' \
    'mousedown 1' 'mousemove 700 120' 'mouseup 1'
check "the inspector's, too" fills "$folder/inspected.png" 286 700

# Nothing of a world that was moved goes elsewhere under the mouse.
use moved 1000x600 'mousemove 640 266' 'key plus' "$click" 'click 1'
use still 1000x600 'mousemove 640 266' 'key plus'
check "a view that was moved stays when the inspector opens" \
    [ "$(columns "$folder/moved.png" '#0000ff' 286)" = \
        "$(columns "$folder/still.png" '#0000ff' 286)" ]

# A small window has both in one column.
use small 640x480 'mousemove 480 200' 'mousemove 463 208' 'click 1'
check "a small window has the inspector below the panel" fills "$folder/small.png" 286 640
inspected=$(convert "$folder/small.png" -crop 270x100+8+246 +repage -fill black +opaque '#e9e7db' \
    -fill white -opaque '#e9e7db' -format '%[fx:round(w*h*mean)]' info:)
check "with its text" [ "$inspected" -gt 15 ]

[ "$failures" -eq 0 ]
