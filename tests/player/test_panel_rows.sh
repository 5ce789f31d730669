#!/bin/sh
# What the panels list of timers and links, without a display, and what the command why says of timers.
# Usage: test_panel_rows.sh PROGRAM
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

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

# The rows of a section for a scenario with settings, one per line. A window without a display has them, too.
rows() { # section, scenario, agent, then settings
    local section=$1 scene=$2 agent=$3 set=
    shift 3
    for setting; do set="$set --set $setting"; done
    rm -f "$folder/socket"
    # shellcheck disable=SC2086
    SDL_VIDEODRIVER=dummy "$drover" run "$folder/$scene" --paused --ticks 9 --size 1280x1600 --select "$agent" $set \
        --control "$folder/socket" >/dev/null 2>&1 &
    run=$!
    await test -S "$folder/socket"
    ask 'step 2' >/dev/null
    ask widget | sed -n "s|.*  $section/||p"
    ask quit >/dev/null
    await_end
}
listed() { rows "$1" timers moth#1 own="$2" others="$3"; } # section, timers of the agent, timers of the world
check "without timers, the inspector lists none" [ -z "$(listed inspector/Timers 0 0)" ]
check "it lists as many as there are" [ "$(listed inspector/Timers 3 0 | grep -c ^wake)" -eq 3 ]
check "but no more than eight, and how many others" [ "$(listed inspector/Timers 95 0 | tail -n 2)" = "wake (8) = 7.80 s, 78 ticks
and 87 more" ]
check "they are not in the panel of the world" [ -z "$(listed 'panel/Timers of the world' 3 0)" ]
check "where those of the world are" [ "$(listed 'panel/Timers of the world' 0 3 | grep -c ^dusk)" -eq 3 ]
check "and only there" [ -z "$(listed inspector/Timers 0 3)" ]

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
linked() { rows inspector/Links links post#1 "$@"; } # settings
check "without links, the inspector lists none" [ -z "$(linked)" ]
check "it lists a link, which way it leads, and how far" [ "$(linked leash=1)" = "leash = to post#2, 5.0 m" ]
check "from another agent" [ "$(linked leash=-1)" = "leash = from post#2, 5.0 m" ]
check "far away" [ "$(linked leash=1 away=50)" = "leash = to post#2, 50.0 m" ]
check "as many as there are" [ "$(linked ropes=12 | grep -c '^rope.* = post#')" -eq 12 ]
check "but no more than twelve, and how many others" \
    [ "$(linked ropes=95 | sed -n '12s/ = .*//p;13p')" = "rope (12)
and 83 more" ]

[ "$failures" -eq 0 ]
