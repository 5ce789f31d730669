#!/bin/sh
# The panel of the selected agent: what it says of states, senses, timers, and links, and numbers that are changed
# in place. Usage: test_inspector.sh PROGRAM. Exits with 77 (skipped) where Xvfb or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1400x900 compare convert xdotool

# How many pixels of a part WxH+X+Y of a picture have a color.
pixels() {
    convert "$1" -crop "$3" +repage -fill black +opaque "$2" -fill white -opaque "$2" \
        -format '%[fx:round(w*h*mean)]' info:
}

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

"$drover" run "$folder" --ticks 15 --select one#1 --screenshot "$folder/states.png" >/dev/null
# The strip is 248 pixels wide and 9 high, and shows 30 s: half a second is 4 pixels, a second 8.
strip=276x60+1004+201
red=$(pixels "$folder/states.png" '#ff0000' $strip)
blue=$(pixels "$folder/states.png" '#0000ff' $strip)
check "the strip shows how long each state lasted" \
    [ "$red" -ge 18 -a "$blue" -ge $((red * 3 / 2)) -a "$blue" -le $((red * 3)) ]

# Drag a number of a paused run by pixels, and see what the run reports.
edit() { # y of the number, pixels
    start_window "$folder" --paused --ticks 2 --select one#1 --report "$folder/edited.csv" \
        --log "$folder/edited.log" >/dev/null
    for action in "mousemove 1170 $1" 'mousedown 1' "mousemove $((1170 + $2)) $1" 'mouseup 1'; do
        # shellcheck disable=SC2086
        xdotool $(echo "$action" | sed "s/mousemove/mousemove --window $window/")
        await_frames
    done
    xdotool mousemove --window "$window" 640 700
    xdotool key space
    await_end
}
# The columns are tick, time, hunger, and max_speed.
is_changed() { # column, from, direction
    tail -n 1 "$folder/edited.csv" | awk -F, -v c="$1" -v from="$2" -v sign="$3" \
        '{ exit !(($c - from) * sign > 0) }'
}
edit 216 60
check "a number of the memory is dragged" is_changed 3 2 1
check "and is logged as a line of Lua" grep -q '"selected.hunger = ' "$folder/edited.log"
check "and replayed" "$drover" replay "$folder/edited.log"
edit 348 40
check "a number of the body, too" is_changed 4 4 1
check "by its name in scripts" grep -q '"selected.max_speed = ' "$folder/edited.log"
edit 348 -600
check "it stays within its range" [ "$(tail -n 1 "$folder/edited.csv" | cut -d, -f4)" = 0 ]
check "without an error" "$drover" replay "$folder/edited.log"
sed -i 's/hunger = 2/hunger = 12345678901/' "$folder/main.lua"
edit 216 60
check "a large number is not rounded" grep -Eq '"selected.hunger = [0-9]{11}(\.[0-9]*)?"' "$folder/edited.log"

# Timers, of which at most eight are listed: in the inspector those of the agent, and in the panel on the left
# those of the world.
mkdir "$folder/timers"
cat >"$folder/timers/main.lua" <<'LUA'
local drover = require "drover"
local moth = drover.kind("moth", {
  timers = {
    wake = function() end,
    fails = function() error "broken" end,
  },
})
return drover.scenario {
  kinds = { moth },
  tick_rate = 10,
  effects = false,
  settings = {
    drover.slider("own", 0, { min = 0, max = 100, step = 1 }),
    drover.slider("others", 0, { min = 0, max = 100, step = 1 }),
  },
  timers = { dusk = function() end },
  setup = function(world, settings)
    local first, second = world:spawn("moth", {}), world:spawn("moth", { x = 5 })
    for i = 1, settings.own do first:after(i, "wake") end
    for i = 1, settings.others do world:after(2 * i, "dusk") end
    second:after(0.2, "fails")
    second:after(0.3, "wake")
    if settings.own == 1 then second:after(1, "wake") end
  end,
}
LUA
timers() { # commands, then options: what `why` says of timers
    printf '%b\nquit\n' "$1" >"$folder/commands"
    shift
    "$drover" run "$folder/timers" --headless --paused --explain "$@" <"$folder/commands" 2>/dev/null |
        sed 's/   */  /g'
}
check "why lists no timers where there are none" [ -z "$(timers 'step 5\nwhy 1' --set others=3)" ]
check "and those there are, with the time left" [ "$(timers 'step 5\nwhy 1' --set own=2)" = "Timers
  wake  0.50 s, 5 ticks
  wake  1.50 s, 15 ticks" ]
check "down to the next tick" [ "$(timers 'step 9\nwhy 1\nstep 1\nwhy 1' --set own=1)" = "Timers
  wake  0.10 s, 1 tick
Timers
  wake  in the next tick" ]
check "but not all of many" [ "$(timers 'why 1' --set own=11 | tail -n 2)" = "  wake  8.00 s, 80 ticks
  and 3 more" ]
check "those of an agent that is suspended wait" [ "$(timers 'step 5\nwhy 2')" = "Timers
  wake  waits until it is revived" ]
check "also those that are due now" [ "$(timers 'step 3\nwhy 2')" = "Timers
  wake  waits until it is revived" ]
check "and those that are not due yet say so" [ "$(timers 'step 5\nwhy 2' --set own=1)" = "Timers
  wake  waits until it is revived
  wake  0.50 s, 5 ticks, if revived by then" ]

listed() { # name of a picture, timers of the agent, timers of the world
    "$drover" run "$folder/timers" --ticks 2 --select moth#1 --set own="$2" --set others="$3" \
        --screenshot "$folder/$1.png" >/dev/null 2>&1
}
# How many pixels of a part of two pictures differ.
differing() { # picture, picture, part
    compare -metric AE "$folder/$1.png[$3]" "$folder/$2.png[$3]" null: 2>&1
}
listed none 0 0
listed few 3 0
listed eleven 11 0
listed many 95 0
listed of_world 0 3
inspector=276x700+1004+30
left=280x400+0+400
check "the inspector lists timers" [ "$(differing none few $inspector)" -gt 1000 ]
check "as many as there are" [ "$(differing few eleven $inspector)" -gt 1000 ]
check "but no more than eight, and how many others" \
    [ "$(differing eleven many $inspector)" -gt 0 -a "$(differing eleven many $inspector)" -lt 500 ]
check "they are not in the panel of the world" [ "$(differing none many $left)" -lt 100 ]
check "where those of the world are" [ "$(differing none of_world $left)" -gt 1000 ]
check "and only there" [ "$(differing none of_world $inspector)" -eq 0 ]

# Links, of which twelve are listed.
mkdir "$folder/links"
cat >"$folder/links/main.lua" <<'LUA'
local drover = require "drover"
drover.link("rope", {})
drover.link("leash", { directed = true })
local post = drover.kind("post", { body = { locomotion = "fixed" }, sight = { range = 0.1 }, hearing = { range = 0.1 } })
return drover.scenario {
  kinds = { post },
  effects = false,
  settings = {
    drover.slider("ropes", 0, { min = 0, max = 100, step = 1 }),
    drover.slider("leash", 0, { min = -1, max = 1, step = 1 }),
    drover.slider("away", 5, { min = 0, max = 100, step = 1 }),
  },
  setup = function(world, settings)
    local first = world:spawn("post", {})
    local second = world:spawn("post", { x = settings.away })
    if settings.leash > 0 then first:link("leash", second) end
    if settings.leash < 0 then second:link("leash", first) end
    for i = 1, settings.ropes do first:link("rope", world:spawn("post", { x = i, y = 9 })) end
  end,
}
LUA
linked() { # name of a picture, then settings
    local name=$1 set=
    shift
    for setting in "$@"; do set="$set --set $setting"; done
    # shellcheck disable=SC2086
    "$drover" run "$folder/links" --ticks 2 --select post#1 $set --screenshot "$folder/$name.png" >/dev/null 2>&1
}
linked none
linked to leash=1
linked from leash=-1
linked far leash=1 away=50
linked three ropes=3
linked twelve ropes=12
linked thirteen ropes=13
linked many ropes=95
check "the inspector lists links" [ "$(differing none to $inspector)" -gt 100 ]
check "which way they lead" [ "$(differing to from $inspector)" -gt 0 -a "$(differing to from $inspector)" -lt 1500 ]
check "and how far" [ "$(differing to far $inspector)" -gt 0 -a "$(differing to far $inspector)" -lt 500 ]
check "as many as there are" [ "$(differing three twelve $inspector)" -gt 1000 ]
check "but no more than twelve" [ "$(differing twelve thirteen $inspector)" -gt 0 ]
check "and how many others" [ "$(differing thirteen many $inspector)" -gt 0 -a "$(differing thirteen many $inspector)" -lt 500 ]

[ "$failures" -eq 0 ]
