#!/bin/sh
# The window, on a display of its own: agents, panels and the banner are really drawn, and looking on
# changes nothing. Usage: test_window.sh PROGRAM. Exits with 77 (skipped) where Xvfb, ImageMagick, or xdotool is
# missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool

# Five resting red discs, 8 m across, in a square of 100 m.
cat >"$folder/discs.lua" <<'LUA'
local drover = require "drover"
local disc = drover.kind("disc", {
  look = { shape = "disc", color = "#ff0000", size = 8 },
})
return drover.scenario {
  title = "Discs",
  kinds = { disc },
  settings = { drover.slider("pull", 0, { min = 0, max = 10 }) },
  setup = function(world)
    for i = -2, 2 do world:spawn("disc", { x = 20 * i, y = 0 }) end
  end,
}
LUA
sed 's/size = 8 },/size = 8 }, step = function(self) error("broken on purpose") end,/' \
    "$folder/discs.lua" >"$folder/broken.lua"

"$drover" run "$folder/discs.lua" --ticks 20 --hash --screenshot "$folder/low.png" \
    >"$folder/window.txt"
check "a run in the window ends with status 0" [ $? -eq 0 ]
"$drover" run "$folder/discs.lua" --ticks 20 --set pull=10 --screenshot "$folder/high.png" >/dev/null
"$drover" run "$folder/discs.lua" --ticks 20 --headless --hash >"$folder/headless.txt"
check "window and headless give the same hash" cmp -s "$folder/window.txt" "$folder/headless.txt"

# Where things are in a window of these.
finish() {
    ask quit >/dev/null
    await_end
}
start_window "$folder/discs.lua" --paused --ticks 20 >/dev/null
world=$(part_of world)
middle=$(part_of world/disc#3)
half='{ printf "%dx%d+%d+%d", $3 / 2, $4, $1 + right * $3 / 2, $2 }'
slider=$(place_of Settings/pull | awk -v right=0 "$half")
other=$(place_of Settings/pull | awk -v right=1 "$half")
check "a disc is in the middle of the view" [ "$(spot_of world/disc#3)" = "$(spot_of world)" ]
finish

# The view is 736 pixels high with a margin of 24, so a disc has a diameter of about 55 pixels, of which
# the mark of its heading takes a part.
red=$(pixels "$folder/low.png" '#ff0000' "$world")
check "five discs are drawn in their size" [ "$red" -gt 8350 -a "$red" -lt 12500 ]
check "one of them in the middle of the view" [ "$(pixels "$folder/low.png" '#ff0000' "$middle")" -gt 1800 ]
check "no banner while all is well" [ "$(pixels "$folder/low.png" '#5a221e')" -eq 0 ]

# The handle stands at the left end for 0 and at the right end for 10.
left_low=$(pixels "$folder/low.png" '#e0b65f' "$slider")
left_high=$(pixels "$folder/high.png" '#e0b65f' "$slider")
right_low=$(pixels "$folder/low.png" '#e0b65f' "$other")
right_high=$(pixels "$folder/high.png" '#e0b65f' "$other")
check "the slider's handle leaves the left" [ "$left_low" -gt "$left_high" ]
check "and comes to the right" [ "$right_high" -gt "$right_low" ]

"$drover" run "$folder/broken.lua" --ticks 20 --screenshot "$folder/broken.png" \
    >/dev/null 2>"$folder/errors.txt"
check "suspended agents give status 1" [ $? -eq 1 ]
check "a script error shows in the banner" \
    [ "$(pixels "$folder/broken.png" '#5a221e')" -gt 20000 ]
check "suspended agents are crossed out" \
    [ "$(pixels "$folder/broken.png" '#e5483d')" -gt 1000 ]
check "and have lost their color" [ "$(pixels "$folder/broken.png" '#ff0000' "$world")" -eq 0 ]

"$drover" run "$folder/discs.lua" --ticks 3 --frames "$folder/frames" >/dev/null
check "every drawn frame is a picture" [ -s "$folder/frames/00000000.png" ]

# Discs at rest that would go right: five yellow lines of 20 m to their goals, some 155 pixels each.
sed -e 's|look = {|body = { max_force = 0 }, slots = { goal = "point" },\
  steer = drover.steer.seek { target = "goal" }, look = {|' \
    -e 's|y = 0 }|y = 0, goal = { 20 * i, 20 } }|' "$folder/discs.lua" >"$folder/seekers.lua"

press() { # picture, keys: a paused run that goes on to its end after these
    picture=$1
    shift
    start_window "$folder/seekers.lua" --paused --ticks 20 --hash --screenshot "$picture" \
        >"$folder/pressed.txt"
    keys "$@"
    xdotool key space
    await_end
}

# Whether as many saves were taken over.
reloaded() { [ "$(grep -c '^accepted: reload [0-9]*: ' "$folder/notices.txt")" -eq "$1" ]; }

# A run that is saved over: tick by tick, with reloads, undo and watching by keys.
reload() { # what comes between two ticks, one after another: a key, a file to save, "reloaded" to wait for that
    reloads=0
    cp "$folder/turn_1.lua" "$folder/turn.lua"
    start_window "$folder/turn.lua" --paused --ticks 9 >"$folder/turned.txt" 2>"$folder/notices.txt"
    for action; do
        case $action in
        *.lua) cp "$folder/$action" "$folder/next"; mv "$folder/next" "$folder/turn.lua" ;;
        reloaded) reloads=$((reloads + 1)); await reloaded $reloads ;;
        space) xdotool key space; break ;;
        *) xdotool key "$action"; await_frames ;;
        esac
    done
    await_end
    turned=$(tr '\n' ' ' <"$folder/turned.txt")
}
for turn in 1 2 3; do
    cat >"$folder/turn_$turn.lua" <<LUA
local drover = require "drover"
return drover.scenario { kinds = { drover.kind("a", {}) }, update = function(world)
  print($turn .. "@" .. world.tick)
  if $turn == 3 and world.tick == 3 then error("broken on purpose") end
end }
LUA
done

different() { # two pictures: how many pixels of the view are clearly not the same
    convert "$1" "$2" -compose difference -composite -crop "$world" +repage -colorspace gray \
        -threshold 10% -format '%[fx:round(w*h*mean)]' info:
}

# What scripts draw: a square of 100 m² by world.draw, discs of 2 m where the tool was pressed or moved.
cat >"$folder/drawing.lua" <<'LUA'
local drover = require "drover"
local disc = drover.kind("disc", {
  model = drover.model { attributes = { drunk = 0.3 }, effects = { { "drunk", "sway" } } },
  look = { shape = "disc", color = "#ff0000", size = 8 },
  draw = function(self, draw) draw.text("HHHH", self.x + 5, self.y, { color = "#ffff00", size = 30 }) end,
})
local function mark(world, x, y) table.insert(world.memory.marks, { x, y }) end
return drover.scenario {
  kinds = { disc },
  setup = function(world)
    world.memory.marks = {}
    world:spawn("disc", { x = 0, y = 0 })
  end,
  update = function(world)
    world.draw.polygon({ { 20, 20 }, { 30, 20 }, { 30, 30 }, { 20, 30 } }, { color = "#ff00ff", fill = true })
  end,
  draw = function(world, draw)
    for _, mark in ipairs(world.memory.marks) do
      draw.circle(mark[1], mark[2], 2, { color = "#00ffff", fill = true })
    end
  end,
  mousepressed = function(world) world:spawn("disc", { x = -30, y = -30 }) end,
  tools = {
    pen = {
      key = "w",
      mousepressed = mark,
      mousemoved = function(world, x, y) if world.memory.marks[1] then mark(world, x, y) end end,
      draw = function(world, draw) draw.circle(-40, 40, 5, { color = "#00ff00", fill = true }) end,
    },
  },
}
LUA
"$drover" run "$folder/drawing.lua" --ticks 3 --hash --screenshot "$folder/drawn.png" >"$folder/drawn.txt"
"$drover" run "$folder/drawing.lua" --ticks 3 --hash --headless --screenshot "$folder/printed.png" \
    >"$folder/printed.txt"
"$drover" run "$folder/drawing.lua" --ticks 3 --hash --headless >"$folder/undrawn.txt"
# 10 m are 69 pixels.
square=$(pixels "$folder/drawn.png" '#ff00ff')
check "world.draw is seen in the window" [ "$square" -gt 4500 -a "$square" -lt 5000 ]
check "and in a picture without one" [ "$(pixels "$folder/printed.png" '#ff00ff')" -gt 5300 ]
# Four letters H of 30 pixels, smooth at their edges.
yellow() {
    convert "$1" -fuzz 20% -fill black +opaque '#ffff00' -fill white -opaque '#ffff00' \
        -format '%[fx:round(w*h*mean)]' info:
}
check "a kind's text is seen in the window" [ "$(yellow "$folder/drawn.png")" -gt 200 ]
check "and in a picture without one" [ "$(yellow "$folder/printed.png")" -gt 200 ]
check "drawing changes nothing" cmp -s "$folder/drawn.txt" "$folder/undrawn.txt"
check "wherever it goes" cmp -s "$folder/printed.txt" "$folder/undrawn.txt"

use() { # what is done in the window of a paused run, a string each: "at NAME", or what xdotool does
    start_window "$folder/drawing.lua" --paused --ticks 3 --report "$folder/used.csv" \
        --log "$folder/used.log" >/dev/null
    for action; do
        case $action in
        at\ *) point "${action#at }" ;;
        # shellcheck disable=SC2086
        *) xdotool $action; await_frames ;;
        esac
    done
    await_frames
}
go_on() { # to its end
    xdotool key space
    await_end
}
seen() { pixels "$(last_frame)" "$1" "${2:-$(part_of world)}"; } # color, part: how many pixels of the world
around() { # x, y: a square of 8 m as WxH+X+Y
    echo "$(place_of "world/$(($1 - 4)),$(($2 + 4))") $(place_of "world/$(($1 + 4)),$(($2 - 4))")" |
        awk '{ printf "%dx%d+%d+%d", $5 - $1, $6 - $2, $1, $2 }'
}
is_in_middle() { [ "$(spot_of "world/$1")" = "$(spot_of world)" ]; } # agent

# The disc is at (0, 0); a plain click on it selects it, and is the scenario's.
use 'at world/disc#1' 'click 1'
check "a plain click selects" [ "$(seen '#fdfeff')" -gt 100 ]
check "and is the scenario's" [ "$(seen '#ff0000')" -gt 3500 ]
check "and paints nothing" [ "$(seen '#00ffff')" -eq 0 ]
check "a tool draws not when it is not chosen" [ "$(seen '#00ff00')" -eq 0 ]
go_on
use 'at world/0,0' 'key w' 'mousedown 1' 'at world/-26,-40' 'mouseup 1'
check "a tool's key gives it the mouse" [ "$(seen '#00ffff' "$(around -26 -40)")" -gt 500 ]
check "where it was pressed too" [ "$(seen '#00ffff' "$(around 0 0)")" -gt 500 ]
check "it selects nothing" [ "$(seen '#fdfeff')" -eq 0 ]
check "nor is it the scenario's" [ "$(seen '#ff0000' "$(around -30 -30)")" -eq 0 ]
check "a tool draws while it is chosen" [ "$(seen '#00ff00')" -gt 3500 ]
go_on
"$drover" replay "$folder/used.log" >"$folder/replayed.txt"
check "what people did is replayed without a window" [ $? -eq 0 ]
check "as many ticks" [ "$(cat "$folder/replayed.txt")" = \
    "replayed 3 ticks, 0 reloads, all hashes equal" ]
check "a stroke was in it" grep -q '"event":"mousemoved".*"tool":"pen"' "$folder/used.log"
use 'at world/0,0' 'key w' 'key Escape' 'click 1'
check "Escape gives the pointer back" [ "$(seen '#00ffff')" -eq 0 ]
check "and it selects again" [ "$(seen '#fdfeff')" -gt 100 ]
go_on
use 'key period' 'key period' 'key BackSpace'
go_on
check "Backspace goes back" [ "$(cut -d, -f1 "$folder/used.csv" | tr '\n' ' ')" = "tick 0 1 2 1 2 3 " ]
use 'key period' 'key period' 'key F5' 'key period'
go_on
check "F5 starts again" [ "$(cut -d, -f1 "$folder/used.csv" | tr '\n' ' ')" = "tick 0 1 2 0 1 2 3 " ]
use 'key F1'
check "F1 shows the keys" is_in_sight keys/Space
keys Escape
check "Escape closes them" eval '! is_in_sight keys/Space'
go_on
# The disc that a click makes at (-30, -30) is found, and both find and follow put it in the middle. Enter is held
# for some frames, and that finds one.
use 'at world/0,38' 'click 1' 'key ctrl+f' 'type disc' 'keydown Return' 'mousemove_relative 1 1' 'mousemove_relative 1 1' \
    'keyup Return' 'keydown Return' 'keyup Return' 'key Escape'
check "find selects an agent" [ "$(ask 'lua selected')" = 'disc#2' ]
check "and shows it in the middle" is_in_middle disc#2
check "where it is drawn" [ "$(seen '#ff0000' "$(part_of world/disc#2)")" -gt 1700 ]
check "with its ring" [ "$(seen '#fdfeff')" -gt 100 ]
go_on
use 'at world/disc#1' 'click 1' 'key v' 'key Left'
check "the view follows the selected agent" is_in_middle disc#1
go_on
# The click selects the only disc, which the line, entered twice, moves by 20 m.
use 'at world/disc#1' 'click 1' 'key grave' 'type selected.x=selected.x+10' 'keydown Return' 'keyup Return' \
    'keydown Up' 'keyup Up' 'keydown Return' 'keyup Return' 'key Escape'
check "a line in the console moves the selected agent" [ "$(ask 'lua agent(1).x')" = 20.0 ]
check "where it is drawn" [ "$(seen '#ff0000' "$(part_of world/disc#1)")" -gt 1670 ]
check "the console closes" eval '! is_in_sight console'
go_on
check "Up recalls the line, which is in the log twice" [ "$(grep -c \
    '"event":"lua","agent":1,"generation":1,"code":"selected.x=selected.x+10"' "$folder/used.log")" -eq 2 ]
check "and is replayed" "$drover" replay "$folder/used.log"
start_window "$folder/drawing.lua" --paused --ticks 3 --screenshot "$folder/drawer.png" >/dev/null
keys grave
console=$(part_of console)
xdotool type 'world:finish()'
await_frames
xdotool keydown Return
await_end
xdotool keyup Return
check "which may end the run, with the console below the world" \
    [ "$(pixels "$folder/drawer.png" '#20261f' "$console")" -gt 15000 ]
use 'at world/disc#1' 'click 1'
click Attributes/drunk 0.52
go_on
check "a slider changes an attribute" grep -q \
    '"event":"attribute","agent":1,"generation":1,"name":"drunk","value":0\.5' "$folder/used.log"
check "and that is replayed" "$drover" replay "$folder/used.log"
use 'at Tools/pen  (w)' 'click 1' 'at world/-26,-40' 'click 1'
check "a tool's button chooses it" [ "$(seen '#00ffff' "$(around -26 -40)")" -gt 500 ]
go_on

press "$folder/plain.png"
cp "$folder/pressed.txt" "$folder/plain.txt"
press "$folder/thoughts.png" h
reload period turn_2.lua reloaded period u period ctrl+z period p turn_1.lua period p reloaded period \
    turn_3.lua reloaded space
check "reloads, undo and watching by keys" \
    [ "$turned" = "1@0 2@1 1@2 2@3 2@4 1@5 3@6 3@7 3@8 " ]
reload period turn_3.lua reloaded period period period u period space
check "code that fails on trial never ran, and cannot be undone" \
    [ "$turned" = "1@0 1@1 1@2 1@3 1@4 1@5 1@6 1@7 1@8 " ]
check "and says so" grep -q "^rolled back: reload 2: $folder/turn.lua:4: broken on purpose$" \
    "$folder/notices.txt"
check "thoughts change nothing" cmp -s "$folder/plain.txt" "$folder/pressed.txt"
press "$folder/forgotten.png" h h
check "H draws what the agents think" \
    [ "$(different "$folder/plain.png" "$folder/thoughts.png")" -gt 500 ]
check "and again no more" [ "$(different "$folder/plain.png" "$folder/forgotten.png")" -eq 0 ]

# The options of a view are for a window, too.
"$drover" run "$folder/discs.lua" --ticks 3 --size 700x500 --screenshot "$folder/sized.png" >/dev/null
check "--size gives the window its size" [ "$(convert "$folder/sized.png" -format '%wx%h' info:)" = 700x500 ]
"$drover" run "$folder/discs.lua" --ticks 3 --camera 20,0,24 --select disc#4 \
    --screenshot "$folder/looked.png" >/dev/null
check "--camera shows a disc of 8 m in a view of 24 m, beside the inspector" \
    [ "$(pixels "$folder/looked.png" '#ff0000')" -gt 33000 ]
check "--select selects it" [ "$(pixels "$folder/looked.png" '#fdfeff')" -gt 300 ]
"$drover" run "$folder/discs.lua" --ticks 3 --scale 2 --screenshot "$folder/large.png" >/dev/null
check "--scale enlarges the panel" [ "$(pixels "$folder/large.png" '#20261f')" -gt \
    $(($(pixels "$folder/low.png" '#20261f') + 100000)) ]

resize() { # keys before it: how wide all discs are in a window of 800 × 500 pixels, from the first to the last
    start_window "$folder/discs.lua" --paused --ticks 3 >/dev/null
    keys "$@"
    xdotool windowsize "$window" 800 500
    await eval '[ "$(xdotool getwindowgeometry "$window" | sed -n "s/.*Geometry: //p")" = 800x500 ]'
    await eval '[ "$(place_of panel | cut -d" " -f4)" = 500 ]'
    await_frames
    wide=$(convert "$(last_frame)" -crop "$(part_of world)" +repage -fill black +opaque '#ff0000' -trim -format '%w' info:)
    finish
}
resize
check "a smaller window still shows all discs" [ "$wide" -lt 380 ]
resize plus
check "unless its camera was moved" [ "$wide" -gt 400 ]

# A picture has the same world as a window, whose timeline moves the middle of the view up by half its height. Both
# write a scale into its lower corner.
start_window "$folder/discs.lua" --paused --size 1000x700 >/dev/null
inside='{ printf "%dx%d+%d+%d", $3 - 34, $4 - 66, $1 + 14, $2 + 20 + down * (700 - $4) / 2 }'
seen=$(place_of world | awk -v down=0 "$inside")
drawn=$(place_of world | awk -v down=1 "$inside")
finish

unset SDL_VIDEODRIVER
DISPLAY='' WAYLAND_DISPLAY='' "$drover" run "$folder/discs.lua" --ticks 3 >/dev/null 2>"$folder/none.txt"
check "without a display the run fails" [ $? -ne 0 ]
check "and says what to do" grep -q -e '--headless' "$folder/none.txt"

# A picture and the window look alike.
for crowd in 3 1500; do
    cat >"$folder/crowd.lua" <<LUA
local drover = require "drover"
local bird = drover.kind("bird", { look = { shape = "wolf", color = "tan" }, steer = drover.steer.wander {} })
return drover.scenario {
  kinds = { bird },
  bounds = { min = { -60, -60 }, max = { 60, 60 }, edge = "wrap" },
  setup = function(world)
    world:obstacle { sphere = { x = 5, y = 3, radius = 4 } }
    for i = 1, $crowd do world:spawn("bird", { x = i * 7 % 80 - 40, y = i * 3 % 50 - 25, heading = i }) end
  end,
}
LUA
    for where in --headless ""; do
        "$drover" run "$folder/crowd.lua" --ticks 7 $where --size 1000x700 --camera 1,2,90 \
            --screenshot "$folder/look$where.png" >/dev/null 2>&1
    done
    convert "$folder/look.png" -crop "$seen" +repage "$folder/seen.png"
    convert "$folder/look--headless.png" -crop "$drawn" +repage "$folder/drawn.png"
    check "a picture of $crowd agents has the pixels of the window" \
        [ "$(compare -metric AE "$folder/seen.png" "$folder/drawn.png" null: 2>&1)" = 0 ]
done

[ "$failures" -eq 0 ]
