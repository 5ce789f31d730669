#!/bin/sh
# The panel of the selected agent: the strip of its states, and numbers that are changed in place. Usage: test_inspector.sh PROGRAM. Exits with 77 (skipped) where Xvfb or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 convert xdotool

# An agent that was red for half a second, then blue; a second one that it sees and hears. One row of
# memory comes before the rows of the body.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local when = drover.when
local one = drover.kind("one", {
  body = { max_speed = 4 },
  memory = { hunger = 2 },
  initial = "first",
  states = {
    first = { color = "#ff0000", on = { { when.after(0.5), "second" } } },
    second = { color = "#0000ff" },
  },
})
local other = drover.kind("other", { memory = { said = 0 }, step = function(self)
  if self.world.tick % 10 == 0 then self:emit("hello", 50) end
end })
return drover.scenario {
  kinds = { one, other },
  tick_rate = 10,
  effects = false,
  setup = function(world)
    world.memory.first = world:spawn("one", { x = 0, y = 0 })
    world:spawn("other", { x = 5, y = 0 })
  end,
  monitors = {
    max_speed = function(world) return world.memory.first.max_speed end,
    hunger = function(world) return world.memory.first.hunger end,
  },
}
LUA

start_window "$folder" --paused --ticks 99 --select one#1 >/dev/null
ask 'step 15' >/dev/null
# The strip is 248 pixels wide and 9 high, and shows 30 s: half a second is 4 pixels, a second 8.
strip=$(part_of Why/strip)
await_frames
picture=$(last_frame)
red=$(pixels "$picture" '#ff0000' "$strip")
blue=$(pixels "$picture" '#0000ff' "$strip")
ask quit >/dev/null
await_end
check "the strip shows how long each state lasted" \
    [ "$red" -ge 18 -a "$blue" -ge $((red * 3 / 2)) -a "$blue" -le $((red * 3)) ]

# Drag a number of a paused run by pixels, and see what the run reports.
edit() { # number, pixels
    start_window "$folder" --paused --ticks 2 --select one#1 --report "$folder/edited.csv" \
        --log "$folder/edited.log" >/dev/null
    point "$1"
    button_down 1
    move_by "$2" 0
    button_up 1
    point world
    xdotool key space
    await_end
}
# The columns are tick, time, hunger, and max_speed.
is_changed() { # column, from, direction
    tail -n 1 "$folder/edited.csv" | awk -F, -v c="$1" -v from="$2" -v sign="$3" \
        '{ exit !(($c - from) * sign > 0) }'
}
edit 'Targets and memory/hunger' 60
check "a number of the memory is dragged" is_changed 3 2 1
check "and is logged as a line of Lua" grep -q '"selected.hunger = ' "$folder/edited.log"
check "and replayed" "$drover" replay "$folder/edited.log"
edit 'Body and sight/max_speed' 40
check "a number of the body, too" is_changed 4 4 1
check "by its name in scripts" grep -q '"selected.max_speed = ' "$folder/edited.log"
edit 'Body and sight/max_speed' -600
check "it stays within its range" [ "$(tail -n 1 "$folder/edited.csv" | cut -d, -f4)" = 0 ]
check "without an error" "$drover" replay "$folder/edited.log"
sed -i 's/hunger = 2/hunger = 12345678901/' "$folder/main.lua"
edit 'Targets and memory/hunger' 60
check "a large number is not rounded" grep -Eq '"selected.hunger = [0-9]{11}(\.[0-9]*)?"' "$folder/edited.log"

[ "$failures" -eq 0 ]
