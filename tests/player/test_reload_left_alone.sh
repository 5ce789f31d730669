#!/bin/bash
# A save says what it did not do, and only that. Usage: test_reload_left_alone.sh PROGRAM headless|window.
set -u

drover=$(realpath "$1")
mode=$2
. "$(dirname "$0")/../live.sh"
. "$(dirname "$0")/live_scene.sh"

main() { # settings, more keys
    cat >"$scene/next" <<LUA
local drover = require "drover"
local wind = require "wind"
return drover.scenario {
  kinds = { require "walker" },
  settings = { $1 },
  setup = function(world)
    world:scatter("walker", 20)
    world.memory.wind = world:flow(wind)
    world.memory.wind:paint(3, 3, 4, 1, 0, 0.5)
  end,
  setting = function(_, name, value) print("setting", name, value) end,
  update = function(world) if world.tick < 3 then print "running" end end,
  ${2-}
}
LUA
    mv "$scene/next" "$scene/s/main.lua"
}

wind() { # resolution
    echo "return require \"drover\".flow(\"wind\", { resolution = $1 })" >"$scene/next"
    mv "$scene/next" "$scene/s/wind.lua"
}

slider() { echo "drover.slider(\"pace\", $1, { min = 0, max = $2 })"; }

accepted() { check "$2 is accepted" until_said notices "^accepted: reload $1: "; }

# Whether it is the detail of the newest reload, and of no other.
said() { check "$1 is said" until_said notices "^    .*$2"; }
once() { check "and once" [ "$(count notices "$1")" -eq 1 ]; }

what_stays_is_said() {
    scene stays
    wind 2
    main "$(slider 5 9)"
    walker 'states = { walking = { enter = function() end } }, initial = "walking",'
    begin --report "$scene/report.csv"
    main "$(slider 4 9)"
    accepted 2 "another default"
    said "that the value stays" 'settings.pace keeps the value 5: 4 is the default at the next start'
    main "$(slider 3 3)"
    accepted 3 "a narrower range"
    said "that the value moves" 'settings.pace cannot be 5 any more: it is 3 now'
    check "and setting is called with it" until_said notices '^trial| setting.pace.3'
    walker 'states = { walking = { enter = function() end } }, initial = "walking",
  init = function(self) self.speed = 2 end,'
    accepted 4 "another init"
    said "who keeps what they have" 'init of walker changed: 20 agents keep what they have'
    walker 'states = { walking = { enter = function(self) self.speed = 1 end } }, initial = "walking",
  init = function(self) self.speed = 2 end,'
    accepted 5 "another enter"
    said "who is there already" 'enter of walker walking changed: 20 agents are already in that state'
    wind 1
    accepted 6 "another grid"
    said "that what is painted keeps its own" 'flow wind is painted: it keeps its resolution and bounds'
    main "$(slider 3 7)"
    accepted 7 "a wider range"
    said "that the value comes back" 'settings.pace goes back to 5, which is allowed again'
    main "$(slider 3 7)" 'monitors = { fleeing = function() return 1 end }, seed = 77,'
    accepted 8 "a monitor, and another seed"
    said "that the report has no column for it" 'monitors.fleeing is not in .*report.csv'
    said "that the seed waits" 'seed: restart to apply'
    end_run
    once 'keeps the value'
    once 'cannot be 5'
    once 'init of walker'
    once 'enter of walker'
    once 'is painted'
    once 'monitors.fleeing'
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "a replay finds the same" grep -q 'all hashes equal' "$scene/out"
}

what_did_not_change_is_not_spoken_of() {
    scene same
    wind 2
    main "$(slider 5 9)"
    begin
    echo 'return 2' >"$scene/s/pace.lua"
    accepted 2 "another module"
    go_on_for 5
    check "and nothing more is said" [ "$(count notices '^    ')" -eq 0 ]
    end_run
}

what_stays_is_said
what_did_not_change_is_not_spoken_of

[ "$failures" -eq 0 ]
