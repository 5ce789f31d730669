#!/bin/sh
# The memory of the selected agent: tables unfold, and values are changed in place. Usage:
# test_memory_tree.sh PROGRAM. Exits with 77 (skipped) where Xvfb or xdotool is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1000x600 xdotool

cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local one = drover.kind("one", {
  memory = { hunger = 2, name = "Ann", plan = {}, tame = false },
})
return drover.scenario {
  kinds = { one },
  tick_rate = 10,
  effects = false,
  setup = function(world)
    local steps = {}
    for i = 1, 60 do steps[i] = i * i end
    world.memory.first = world:spawn("one", { x = 0, y = 0 })
    world.memory.first.plan = { pace = 1.5, ["two words"] = true, steps = steps, who = "Bob" }
  end,
  monitors = {
    pace = function(world) return world.memory.first.plan.pace end,
    tame = function(world) return world.memory.first.tame and 1 or 0 end,
    renamed = function(world) return world.memory.first.name == "A\"b" and 1 or 0 end,
  },
}
LUA

act() {
    for action; do
        # shellcheck disable=SC2086
        xdotool $action
        await_frames
    done
}

memory='Targets and memory'
start_window "$folder" --paused --ticks 2 --size 1000x600 --select one#1 --report "$folder/report.csv" \
    --log "$folder/log" >/dev/null
click "$memory/plan"
drag "$memory/plan/pace" 0.4 0
click "$memory/plan/two words"
click "$memory/tame"
click "$memory/name"
act 'keydown ctrl' 'keydown a' 'keyup a' 'keyup ctrl' 'type A"b' 'keydown Return' 'keyup Return'
point world
act 'key space'
await_end

check "a number in a table is dragged" grep -q '"selected.plan.pace = ' "$folder/log"
check "a box of an entry with an odd name is unchecked" \
    grep -qF '"selected.plan[\"two words\"] = false"' "$folder/log"
check "one of a field is checked" grep -qF '"selected.tame = true"' "$folder/log"
check "a string is typed over, whatever is in it" grep -qF '"selected.name = \"A\\\"b\""' "$folder/log"
# The columns are tick, time, pace, renamed, and tame.
check "all of them take effect" [ "$(tail -n 1 "$folder/report.csv" | cut -d, -f4,5)" = 1,1 ]
check "the number, too" [ "$(tail -n 1 "$folder/report.csv" | awk -F, '{ print ($3 > 1.5) }')" = 1 ]
check "and are replayed" "$drover" replay "$folder/log"

[ "$failures" -eq 0 ]
