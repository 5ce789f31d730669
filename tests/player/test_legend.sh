#!/bin/sh
# Clicks on the legend of a window. Usage: test_legend.sh PROGRAM. Exits with 77 (skipped) where Xvfb, xdotool, or
# ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool

cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local fox = drover.kind("fox", { look = { shape = "disc", size = 20, color = "#ff0000" } })
local hen = drover.kind("hen", { look = { shape = "disc", size = 20, color = "#0000ff" } })
return drover.scenario {
  kinds = { fox, hen },
  setup = function(world)
    world:spawn("fox", { x = -20, y = 0 })
    world:spawn("hen", { x = 20, y = 0 })
  end,
}
LUA

# How many pixels of the world have a color.
drawn() { pixels "$(last_frame)" "$1" "$world"; }
sees() { # both, fox, hen: which are not dimmed
    case $1 in
    both) [ "$(drawn '#FF0000')" -gt 500 ] && [ "$(drawn '#0000FF')" -gt 500 ] ;;
    fox) [ "$(drawn '#FF0000')" -gt 500 ] && [ "$(drawn '#0000FF')" -eq 0 ] ;;
    hen) [ "$(drawn '#FF0000')" -eq 0 ] && [ "$(drawn '#0000FF')" -gt 500 ] ;;
    esac
}

# Clicks on the same entry are apart, so that two are no double click, however fast they are.
x=0.2
click_entry() { # name
    x=$(awk "BEGIN { print $x < 0.8 ? $x + 0.1 : 0.2 }")
    click "Agents/$1" "$x"
}

begin() {
    start_window "$folder" --paused >/dev/null
    world=$(part_of world)
}
begin
await sees both
check "at first nothing is dimmed" sees both
check "the swatch of an entry has its color" [ "$(pixels "$(last_frame)" '#FF0000' "$(part_of Agents/fox)")" -gt 50 ]
click_entry fox
check "a click on an entry dims all others" await sees fox
click_entry hen
check "a click on another entry dims the rest" await sees hen
click_entry hen
check "a second click ends it" await sees both

says() { [ "$(ask "$1")" = "$2" ]; }
check "nothing is selected yet" says 'lua selected' nil
xdotool keydown shift
click_entry fox
xdotool keyup shift
check "a click with shift selects the next of its agents" await says 'lua selected' 'fox#1'
kill "$run"
await_end

# Two kinds with a state of the same name, which is also a part of a label, as the name of a kind is.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local fox = drover.kind("fox", {
  states = { calm = { color = "#ff0000" }, awake = { color = "#ffff00" } }, initial = "calm",
})
local hen = drover.kind("hen", {
  states = { calm = { color = "#0000ff" }, awake = { color = "#00ffff" } }, initial = "calm",
})
return drover.scenario {
  kinds = { fox, hen },
  setup = function(world)
    world:spawn("fox", { x = -20, y = 0 }).label = "looks for a hen"
    world:spawn("fox", { x = 0, y = 20 })
    world:spawn("hen", { x = 20, y = 0 })
  end,
}
LUA
begin
check "find takes a kind and its state" says 'find hen calm' 'hen#3'
check "the name of a kind only means that kind" says 'find hen' 'hen#3'
check "a state means all kinds" says 'find calm' 'fox#1'
check "a kind without such a state" says 'find hen clam' "no agent has 'hen clam' as number, kind, state, or label"
# The next that is calm would be the other fox.
xdotool keydown shift
click_entry hen/calm
xdotool keyup shift
check "a click with shift finds the state of this kind" await says 'lua selected' 'hen#3'
kill "$run"
await_end

# A field, which is full everywhere, and one that is named like a switch.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
drover.field("heat", { cell = 5, max = 8, color = "#ff0000" })
drover.field("cold", { cell = 5, max = 3, color = "#0000ff" })
drover.field("off", { cell = 5, max = 3, color = "#00ff00" })
return drover.scenario {
  kinds = { drover.kind("fox", {}) },
  bounds = { min = { 0, 0 }, max = { 40, 40 } },
  setup = function(world) world:field("heat"):fill(8) end,
}
LUA
begin
spot=$(part_of world/22,22)
ground() { convert "$(last_frame)" -crop "$spot" +repage -format '#%[hex:p{0,0}]' info: | cut -c1-7; }
is_hot() { case $(ground) in '#'[D-F]?[0-5]?[0-5]?) true ;; *) false ;; esac; }
is_bare() { [ "$(ground)" = "$bare" ]; }
check "a field is drawn" await is_hot
check "its ramp ends in the color of the ground" \
    [ "$(pixels "$(last_frame)" "$(ground)" "$(part_of Agents/heat)" 2%)" -gt 20 ]
check "fields takes off for a switch rather than for a name" says 'fields off' 'fields off'
await_frames
await_frames
bare=$(ground)
check "without fields, the ground has another color" eval '[ -n "$bare" ] && ! is_hot'
check "fields shows all" says 'fields on' 'fields on'
check "and the ground is hot" await is_hot
click_entry heat
check "a click on a field in the legend hides it" await is_bare
click_entry heat
check "a second click shows it" await is_hot
check "a command hides it" says 'fields heat' 'fields heat off'
check "and the ground is bare" await is_bare
check "fields shows all if one is hidden" says 'fields heat on' 'fields heat on'
check "fields hides all" says 'fields' 'fields off'
check "and then the ground is bare" await is_bare
check "fields shows all again" says 'fields' 'fields on'
check "and the ground is hot again" await is_hot
check "a field may be named off" says 'fields off off' 'fields off off'
check "then it is one of several" says 'fields off on' 'fields off on'
check "another word is refused" says 'fields warm' "fields takes the name of a field, on, or off, not 'warm'"
check "so is what is no switch" says 'fields heat up' "fields takes on or off, not 'up'"

click 'Agents/Density map'
has_map() { [ "$(ask density)" = "density auto" ]; }
check "a switch in the panel shows the density map" has_map
kill "$run"
await_end

# Links: one across the picture, which is wide.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
drover.link("rope", { width = 6, color = "#ff0000" })
drover.link("off", { directed = true, color = "#0000ff" })
local post = drover.kind("post", { body = { locomotion = "fixed" }, look = { size = 1 } })
return drover.scenario {
  kinds = { post },
  bounds = { min = { 0, 0 }, max = { 40, 40 } },
  setup = function(world)
    local a, b = world:spawn(post, { x = 2, y = 20 }), world:spawn(post, { x = 38, y = 20 })
    a:link("rope", b)
    a:link("off", b)
  end,
}
LUA
begin
is_tied() { [ "$(drawn '#FF0000')" -gt 5000 ]; }
is_loose() { [ "$(drawn '#FF0000')" -eq 0 ]; }
check "a link is drawn" await is_tied
click_entry rope
check "a click on it in the legend hides it" await is_loose
click_entry rope
check "a second click shows it" await is_tied
check "a command hides it" says 'links rope off' 'links rope off'
check "and it is gone" await is_loose
check "links may be named off, too" says 'links off' 'links off'
check "links shows all" says 'links' 'links on'
check "and it is there again" await is_tied
check "another word is refused" says 'links rop' "links takes the name of a link, on, or off, not 'rop'"
check "so are fields that are not there" says 'fields' 'the scenario has no fields'
kill "$run"
await_end
[ "$failures" -eq 0 ]
