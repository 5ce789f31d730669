#!/bin/bash
# The timeline along the bottom of the window: dragging on it and clicking a bookmark go to exactly that
# tick; the plots' values are those of the report. Usage: test_timeline.sh PROGRAM. Exits with 77 (skipped) where a tool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool

cat >"$folder/herd.lua" <<'LUA'
local drover = require "drover"
local deer = drover.kind("deer", {
  initial = "calm",
  states = {
    calm = { color = "#ff0000", steer = drover.steer.wander {}, on = { { drover.when.after(2), "wild" } } },
    wild = { color = "#0000ff" },
  },
})
return drover.scenario {
  kinds = { deer },
  plots = { { title = "both", "wild", "x", unit = "m" } },
  monitors = {
    wild = function(world) return world:count("deer", { state = "wild" }) end,
    odd = function(world) return world.tick > 100 and 1 / 0 or 0 end,
    x = function(world) return world:agents()().x end,
  },
  setup = function(world) world:scatter("deer", 20) end,
  update = function(world) if world.tick == 200 or world.tick == 250 then world:emit "call" end end,
}
LUA

has_rows() { # tick, how many
    [ "$(cut -d, -f1 "$folder"/ticks.csv.*.part 2>/dev/null | grep -cx "$1")" -eq "$2" ]
}

start_window "$folder/herd.lua" --pause-at 300 --ticks 310 --hash=1 --report "$folder/ticks.csv" \
    --screenshot "$folder/end.png" >"$folder/hashes"
check "the run comes to tick 300" await has_rows 300 1
check "plots are written as CSV" [ "$(ask "plots $folder/plots.csv")" = "wrote $folder/plots.csv" ]
check "and as a picture" [ "$(ask "plots $folder/plots.png")" = "wrote $folder/plots.png" ]
check "and as nothing else" [ "$(ask "plots plots.txt")" = \
    "plots are written to a file that ends in .csv or .png, not 'plots.txt'" ]
check "nor where there is no folder" [ "$(ask "plots $folder/none/plots.csv")" = \
    "cannot write $folder/none/plots.csv: No such file or directory" ]
point 'timeline/tick 250'
button_down 1
point 'timeline/tick 150'
button_up 1
await_frames
keys b
xdotool key period
check "dragging goes to a tick" await has_rows 151 2
await_frames
click 'timeline/tick 30'
await_frames
click 'timeline/tick 150' 3 0.1 # the flag of the bookmark
await_frames
strip=$(part_of timeline)
lane=$(part_of_timeline 1 599 0.11 0.2) # above the population
xdotool key space
check "it comes to tick 300 again" await has_rows 300 2
await_frames
xdotool key space
check "the run ends well" await_end

"$drover" run "$folder/herd.lua" --headless --ticks 310 --hash=1 </dev/null >"$folder/alone"
rows=$(cut -d, -f1 "$folder/ticks.csv" | tail -n +2 | tr '\n' ' ')
check "rows of the ticks that were gone to" \
    [ "$rows" = "$(seq 0 300 | tr '\n' ' ')151 $(seq 151 310 | tr '\n' ' ')" ]
check "each tick is as in a run that nobody touched" [ -z "$(sort -u "$folder/hashes" |
    comm -3 - <(sort -u "$folder/alone"))" ]
head -n 1 "$folder/plots.csv" >"$folder/names"
check "columns of all pens, and of the states" [ "$(cat "$folder/names")" = \
    "tick,time,odd,wild,x,deer.calm,deer.wild" ]
awk -F, 'NR > 1 && $1 % 6 == 0 && $1 <= 300 && !seen[$1]++' "$folder/ticks.csv" | cut -d, -f 1-5 >"$folder/expected"
check "values as in the report" cmp -s "$folder/expected" <(tail -n +2 "$folder/plots.csv" | cut -d, -f 1-5)
check "the picture has both pens" [ "$(pixels "$folder/plots.png" '#9cb7de')" -gt 500 ]
# From tick 0 to 120 all are red, then blue, 34 pixels high.
check "the first state is drawn" [ "$(pixels "$folder/end.png" '#ff0000' "$strip")" -gt 5000 ]
check "and the other" [ "$(pixels "$folder/end.png" '#0000ff' "$strip")" -gt 8000 ]

# Lines of a pixel; all else there is of another color.
check "events are lines" [ "$(convert "$folder/end.png" -crop "$lane" +repage -fill black +opaque '#a3a994' \
    -fill white -opaque '#a3a994' -scale 'x1!' -threshold 1% -format '%[fx:round(w*mean)]' info:)" -eq 2 ]

[ "$failures" -eq 0 ]
