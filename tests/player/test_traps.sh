#!/bin/sh
# Mistakes at run time that would stay silent: what the program says of them on stderr, and its
# exit status. Usage: test_traps.sh PROGRAM viewer|no-viewer.
set -u

drover=$(realpath "$1")
viewer=$2
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

shown=$folder/notices

# Write a scenario of one kind; its body comes on stdin.
scenario() {
    {
        echo 'local drover = require "drover"'
        cat
    } >"$folder/$1.lua"
}

run() { # a scenario and options; the status is left in $status
    name=$1
    shift
    (cd "$folder" && "$drover" run "$name.lua" --headless --ticks 20 "$@") \
        >"$folder/out" 2>"$folder/notices"
    status=$?
}

says() { # how many times the notices have this line
    [ "$(grep -cxF "$2" "$folder/notices")" -eq "$1" ]
}

scenario monitor <<'LUA'
return drover.scenario {
  kinds = { drover.kind("a", {}) },
  monitors = {
    first = function() return "3" end,
    second = function() end,
    third = function() return 4 end,
  },
}
LUA
run monitor --report "$folder/report.csv"
check "a monitor without a number ends a run with status 1" [ "$status" -eq 1 ]
check "it is named once" says 1 "drover: monitor.lua:5: monitors.first: a number expected, got string"
check "and so is the next" says 1 "drover: monitor.lua:6: monitors.second: a number expected, got nil"
check "the report goes on" grep -q '^20,.*,4,1$' "$folder/report.csv"

scenario election <<'LUA'
drover.group("herd", { elect = function() return "nobody" end })
return drover.scenario {
  kinds = { drover.kind("a", {}) },
  setup = function(world)
    world:spawn("a", { group = world:new_group("herd") })
  end,
}
LUA
run election
check "a failed election ends a run with status 1" [ "$status" -eq 1 ]
check "and is named once" \
    says 1 "drover: election.lua:2: elect: a member of the group expected, got a string"

scenario off <<'LUA'
return drover.scenario {
  kinds = { drover.kind("a", { step = function(self)
    assert(self.world.tick < 5, "too late")
  end }) },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world) assert(world.tick < 5, "lost") end,
  monitors = { n = function(world) return world.tick < 5 and 1 or "many" end },
}
LUA
printf '%s\n' 'step 4' status 'step 8' status quit |
    (cd "$folder" && timeout 60 "$drover" run off.lua --headless --watch --paused --control=- \
        --report "$folder/report.csv") >"$folder/out" 2>"$folder/notices"
check "failures of one tick are all told, the agent's" says 1 "drover: off.lua:4: too late [a#1]"
check "that of update" says 1 "drover: off.lua:7: lost"
check "and the monitor's" says 1 "drover: off.lua:8: monitors.n: a number expected, got string"
until="until the next accepted save"
check "status lists what is off, and nothing before" [ "$(wc -l <"$folder/out")" -eq 3 ]
check "a monitor" grep -qxF "monitor 'n' has been off since tick 5, $until: off.lua:8: monitors.n: a number \
expected, got string" "$folder/out"
check "update" grep -qxF "'update' has been off since tick 5, $until: off.lua:7: lost" "$folder/out"
check "an agent" \
    grep -qxF "1 agent has been suspended since tick 5, $until: off.lua:4: too late [a#1]" "$folder/out"

scenario guards <<'LUA'
local when = drover.when
return drover.scenario {
  kinds = { drover.kind("a", { states = { b = {}, c = { on = {
    { when.sees("a") and when.after(1), "b" } } } }, initial = "c" }) },
}
LUA
run guards
check "a guard that is not used does not end a run" [ "$status" -eq 0 ]
check "it is warned of" says 1 "drover: warning: guards.lua:5: a guard is built here and never \
used ('and' and 'or' keep one of two guards and drop the other: write & and |)"
(cd "$folder" && "$drover" check guards.lua) >"$folder/out" 2>"$folder/notices"
check "and fails a check" [ $? -eq 1 ]
check "which warns of it once" [ "$(grep -c '^drover: warning: guards.lua:5: ' "$folder/notices")" -eq 1 ]

scenario pace <<'LUA'
return drover.scenario {
  kinds = { drover.kind("a", { slots = { pace = "number" }, speed = "pace" }) },
  setup = function(world) world:scatter("a", 3) end,
}
LUA
run pace
check "a speed that is not set does not end a run" [ "$status" -eq 0 ]
for ticks in '' '--ticks 5'; do
    # shellcheck disable=SC2086
    (cd "$folder" && "$drover" check pace.lua $ticks) >"$folder/out" 2>"$folder/notices"
    check "it fails a check" [ $? -eq 1 ]
    check "and is warned of once" [ "$(grep -c '^drover: warning: pace.lua:3: speed: ' "$folder/notices")" -eq 1 ]
done

if [ "$viewer" = viewer ]; then
    for draw in 'draw = function() error "no paint" end,' \
        'tools = { pen = { draw = print } }, draw = function(world, draw) draw.line() end,'; do
        scenario draw <<LUA
return drover.scenario {
  kinds = { drover.kind("a", {}) },
  $draw
}
LUA
        run draw --screenshot "$folder/a.png"
        check "an error in draw gives status 1 with --screenshot" [ "$status" -eq 1 ]
        check "and says so" grep -q '^drover: draw.lua:4: ' "$folder/notices"
        run draw --frames "$folder/frames"
        check "an error in draw gives status 1 with --frames" [ "$status" -eq 1 ]
        check "and says so once" [ "$(grep -c '^drover: draw.lua:4: ' "$folder/notices")" -eq 1 ]
    done
    scenario drawn <<'LUA'
return drover.scenario {
  kinds = { drover.kind("a", { draw = function(self) return self.x + nil end }) },
  setup = function(world) world:spawn "a" end,
}
LUA
    run drawn --screenshot "$folder/a.png"
    check "an error in the draw of a kind gives status 1" [ "$status" -eq 1 ]
    check "and names the agent" grep -q '^drover: drawn.lua:3: .*\[a#1\]$' "$folder/notices"
fi

[ "$failures" -eq 0 ]
