#!/bin/sh
# world:finish ends a run and its reason is reported on stderr, in one line; stdout keeps to the hash.
# Usage: test_finish.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

cat >"$folder/race.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("runner", {}) },
  update = function(world)
    if world.tick == 6 then world:finish("all are home\nand dry") end
  end,
}
LUA

"$drover" run "$folder/race.lua" --headless --ticks 50 --hash >"$folder/out" 2>"$folder/notices"
check "a finished run ends with status 0" [ $? -eq 0 ]
check "the reason is reported in one line" \
    [ "$(cat "$folder/notices")" = "finished at tick 7: all are home and dry" ]
check "stdout is the hash line alone" [ "$(wc -l <"$folder/out")" -eq 1 ]
check "and of that tick" grep -q '^hash [0-9a-f]\{16\} tick 7 agents 0$' "$folder/out"

"$drover" run "$folder/race.lua" --headless --ticks 5 >"$folder/out" 2>"$folder/notices"
check "a run that ends before tells no reason" [ ! -s "$folder/notices" ]

[ "$failures" -eq 0 ]
