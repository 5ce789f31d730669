#!/bin/bash
# A local that functions change is warned of wherever a run could go on without it: by check, --save, --load, sweep, a
# rewind, and the command save, each time once, and in the same words.
# Usage: test_outside_snapshots.sh DROVER
set -eu -o pipefail
. "$(dirname "$0")/../check.sh"

drover=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
shown=log

cat >helper.lua <<'LUA'
local M = { log = {} }
function M.note(x) M.log[#M.log + 1] = x end
return M
LUA
cat >main.lua <<'LUA'
local drover = require "drover"
local helper = require "helper"
local calls = 0
local loaded = {}
for i = 1, 3 do loaded[i] = i end
local k = drover.kind("k", {
  step = function(self)
    calls = calls + 1
    helper.note(calls)
    self.x = self.x + (calls + loaded[1]) % 7 * 0.01
  end,
})
return drover.scenario {
  kinds = { k },
  monitors = { agents = function(world) return world:count("k") end },
  setup = function(world) world:spawn("k", { x = 1 }) end,
}
LUA
said="which no snapshot has: it starts over on every reload, every rewind, and --load; keep it in the memory of agents, \
groups, or the world, or in a setting"
cat >expected <<TEXT
drover: warning: helper.lua:1: functions change local 'M', $said
drover: warning: main.lua:3: functions change local 'calls', $said
TEXT

warns_once() { # what is done, in its log
    grep "no snapshot has" log | diff expected - >&2
}
run() {
    "$drover" run main.lua --headless "$@" >printed 2>log </dev/null
}

! "$drover" check main.lua >log 2>&1
check "check warns of each local that functions change, and of no other" warns_once
run --ticks 20
check "a run without a snapshot warns of none" test ! -s log
run --ticks 20 --save snap
check "so does --save" warns_once
run --load snap --ticks 20
check "so does --load" warns_once
run --load snap --ticks 20 --save other
check "and both together do once" warns_once
"$drover" sweep main.lua --ticks 5 --repeat 3 --out rows.csv >log 2>&1
check "so does a sweep, once for all runs" warns_once
printf 'step 30\nback 5\nback 5\nquit\n' | "$drover" run main.lua --headless --paused >printed 2>log
check "so does going back, once" warns_once
printf 'step 3\nsave snap\nsave snap\nquit\n' | "$drover" run main.lua --headless --paused >printed 2>log
check "so does the command save" warns_once
[ "$failures" -eq 0 ]
