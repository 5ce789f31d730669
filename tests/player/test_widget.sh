#!/bin/sh
# The command widget: where in the window something is, by the name that people read there. Usage: test_widget.sh
# PROGRAM. Exits with 77 (skipped) where Xvfb, ImageMagick, or xdotool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool

mkdir -p "$folder/mods/winter" "$folder/mods/rain"
for mod in winter rain; do
    echo "return { name = \"$mod\" }" >"$folder/mods/$mod/mod.lua"
    echo 'return require("drover").mod {}' >"$folder/mods/$mod/init.lua"
done
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local fox = drover.kind("fox", {
  look = { shape = "disc", size = 8, color = "#ff0000" },
  memory = { plan = { pace = 2 } },
  initial = "calm",
  states = { calm = {}, wild = {} },
})
return drover.scenario {
  title = "Foxes",
  kinds = { fox },
  effects = false,
  bounds = { min = { -50, -50 }, max = { 50, 50 } },
  settings = { drover.slider("pull", 5, { min = 0, max = 10 }), drover.choice("wind", "west", { "west", "east" }) },
  setup = function(world)
    world:spawn("fox", { x = 20, y = 10 })
    world:spawn("fox", { x = -20, y = 10 })
  end,
}
LUA

says() { # command, answer
    _said=$(ask "$1")
    [ "$_said" = "$2" ] || { echo "$1: $_said"; false; }
}
of() { place_of "$1" | cut -d' ' -f"$2"; } # name, 1 to 4: left, top, width, height
lists() { ask widget | grep -x -e "$1" >/dev/null; }

shown=$folder/notices
start_window "$folder" --paused --ticks 9 --size 1000x600 --select fox#1 >/dev/null 2>"$folder/notices" || { cat "$shown"; exit 1; }
check "a widget has a rectangle" is_in_sight Mods/winter
check "as high as others, below one another" [ "$(of Mods/winter 4)" = "$(of Mods/rain 4)" ] &&
    check "rain comes first" [ "$(of Mods/winter 2)" -ge $(($(of Mods/rain 2) + $(of Mods/rain 4))) ]
check "with its panel it is the same" [ "$(place_of panel/Mods/winter)" = "$(place_of Mods/winter)" ]
check "what belongs to a row is behind its name" is_in_sight Agents/fox/wild
check "a table in a table, too" eval 'click "Targets and memory/plan" && is_in_sight "Targets and memory/plan/pace"'
check "all are listed with their panels" eval "lists '[0-9 ]*  panel/Mods/winter' && lists '[0-9 ]*  inspector/fox#1'"
check "the list counts them" eval '[ "$(ask widget | grep -c "  ")" -gt 40 ] && ask widget | grep -x "$(ask widget | grep -c "  ") widgets" >/dev/null' 
check "parts of the window are listed" eval "lists '286 0 438 536  world' && lists '286 536 714 64  timeline'"
check "a choice opens" click Settings/wind
check "and its options are there" eval 'await is_in_sight Settings/wind/east && click Settings/wind/east'
check "a click takes one" says 'lua world.settings.wind' 'east'
await_frames
drag Settings/pull 0.2 0
check "a slider is dragged by a share of its width" says 'lua world.settings.pull > 6 and world.settings.pull < 8' true

check "an agent is where it is drawn" [ "$(pixels "$(last_frame)" '#ff0000' "$(part_of world/fox#2)")" -gt \
    $(($(of world/2 3) * $(of world/2 4) / 2)) ]
check "and not beside that" [ "$(pixels "$(last_frame)" '#ff0000' "$(part_of world/0,-20)")" -eq 0 ]
check "so is a place" [ "$(spot_of world/-20,10)" = "$(spot_of world/fox#2)" ]
check "a tick is on the timeline" [ "$(of 'timeline/tick 600' 1)" -gt "$(of 'timeline/tick 0' 1)" ]

check "an unknown name names the nearest" says 'widget Mods/wintr' "no widget 'Mods/wintr' (Mods/winter?)"
check "if there is one" says 'widget nothing like it' "no widget 'nothing like it'; widget lists them"
check "a folded section says so" says 'widget Keys/Space' "'Keys/Space' is not in sight: the section 'panel/Keys' is folded"
check "a widget that is scrolled away, too" says 'widget Keys' "'panel/Keys' is scrolled out of sight: below"
check "and in the list" lists 'scrolled out of sight: below  panel/Keys'
point Mods
before=$(of Mods 2)
for _ in 1 2 3; do
    xdotool click 5
    await_frames
done
check "scrolled, others are higher" eval '! is_in_sight Mods || [ "$(of Mods 2)" -lt "$before" ]'
check "and some above" says 'widget Foxes' "'panel/Foxes' is scrolled out of sight: above"
check "what is not in the view says so" says 'widget world/9000,0' \
    "'world/9000,0' is not in sight: the window shows another part"
check "nor is there an agent of any name" says 'widget world/wolf' "world/ takes an agent, as in world/wolf#152, or a \
place in meters, as in world/10,-2.5, not 'wolf'"
check "nor any tick" says 'widget timeline/tick 7000' 'tick 7000 is not on the timeline'
check "or what is none" says 'widget timeline/tick one' "timeline/tick takes a number, not 'one'"

ask 'inspector off' >/dev/null
check "a panel that is closed says so" says 'widget Body and sight/mass' \
    "no widget 'Body and sight/mass'; the inspector is closed; widget lists them"
ask 'panel off' >/dev/null
check "a panel that is hidden, too" says 'widget Mods/winter' "no widget 'Mods/winter'; the panel is hidden; widget lists them"
ask 'keys on' >/dev/null
check "what opens has its place at once" is_in_sight keys/Space
ask quit >/dev/null
await_end

# The same names elsewhere, in a larger window with a larger font.
start_window "$folder" --paused --ticks 9 --size 1200x880 --scale 1.5 >/dev/null 2>&1
check "a larger font makes a widget larger" [ "$(of Settings/pull 4)" -gt 18 ]
check "and a larger window the world" [ "$(place_of world | cut -d' ' -f1,4)" = "429 784" ]
xdotool windowsize "$window" 900 700
check "which follows the window" await eval '[ "$(place_of world)" = "429 0 471 604" ]'
ask quit >/dev/null
await_end

# Looking for widgets draws the same picture.
for asks in yes no; do
    start_window "$folder" --paused --ticks 3 --size 1000x600 --screenshot "$folder/$asks.png" >/dev/null 2>&1
    [ $asks = no ] || ask widget >/dev/null
    ask 'step 3' >/dev/null
    await_end
done
differ() { # how many pixels, without the line that counts frames
    for _name in yes no; do
        convert "$folder/$_name.png" -fill black -draw 'rectangle 0,0 285,599' "$folder/$_name-world.png"
    done
    compare -metric AE "$folder/yes-world.png" "$folder/no-world.png" null: 2>&1
}
check "to look for widgets changes no picture" [ "$(differ)" = 0 ]

printf 'widget Mods\nquit\n' | "$drover" run "$folder" --headless --paused >"$folder/said" 2>&1
check "a run without a window has none" grep -qx 'widget needs a window, and this run has none' "$folder/said"

[ "$failures" -eq 0 ]
