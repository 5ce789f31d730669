#!/bin/sh
# Fields in pictures: heat maps on the ground, in the color of the field. Usage: test_field_map.sh PROGRAM.
# Exits with 77 (skipped) where ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../check.sh"
command -v convert >/dev/null || { echo "skipped: no convert"; exit 77; }
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# Three strips from the left: full, a quarter, and nothing. Cells of 0.05 m are smaller than a pixel.
cat >"$folder/strips.lua" <<'LUA'
local drover = require "drover"
drover.field("heat", { cell = CELL, max = 8, color = "red" })
return drover.scenario {
  kinds = { drover.kind("a", {}) },
  bounds = { min = { 0, 0 }, max = { 30, 10 } },
  setup = function(world)
    local heat = world:field("heat")
    for x = CELL / 2, 20, CELL do
      for y = CELL / 2, 10, CELL do heat:set(x, y, x < 10 and 8 or 2) end
    end
  end,
}
LUA
# The color of a strip, counted from 0, as r,g,b.
color() {
    convert "$folder/map.png" -crop "1x1+$((120 + 240 * $1))+100" +repage -depth 8 -format \
        '%[fx:round(255*r)],%[fx:round(255*g)],%[fx:round(255*b)]' info:
}
red() { color "$1" | cut -d, -f1; }
green() { color "$1" | cut -d, -f2; }
for cell in 5 0.05; do
    sed "s/CELL/$cell/g" "$folder/strips.lua" >"$folder/main.lua"
    "$drover" run "$folder/main.lua" --headless --ticks 1 --size 1006x240 --camera 15,5,30 --theme street \
        --screenshot "$folder/map.png" </dev/null
    left=$(identify -format '%[fx:w-720]' "$folder/map.png")
    convert "$folder/map.png" -crop "720x240+$left+0" +repage "$folder/map.png"
    check "what is full is red, with cells of $cell m" [ "$(red 0)" -gt 200 -a "$(green 0)" -lt 60 ]
    check "what holds less shows the ground" [ "$(red 1)" -lt "$(red 0)" -a "$(green 1)" -gt "$(green 0)" ]
    check "and is redder than where nothing is" [ "$(red 1)" -gt $(($(red 2) + 30)) ]
done

[ "$failures" -eq 0 ]
