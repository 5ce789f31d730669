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

# Commands that wait at the end are still obeyed.

obey() { # options; commands from standard input
    "$drover" run "$folder/race.lua" --headless "$@" >"$folder/out" 2>"$folder/answers"
}
answered() { grep -q -- "$1" "$folder/answers"; }
printf '%s\n' 'step 20' 'lua world.tick' status 'step 5' 'lua 6 * 7' | obey --paused
check "a paused run obeys after the end" answered '^7$'
check "it says where it is" answered '^tick 7 .* paused yes'
check "no step goes beyond the end" answered '^42$'
check "and it ends with the commands" answered 'finished at tick 7: all are home and dry'
printf '%s\n' 'step 20' 'rewind 10' 'lua world.tick' 'step 2' 'lua world.tick + 100' | obey --paused
check "a step back leads away from the end" answered '^102$'
printf '%s\n' 'step 4' 'lua world.tick' status | obey --paused --ticks 2
check "the last tick is an end, too" answered '^tick 2 '
printf '%s\n' 'step 20' quit 'lua 6 * 7' | obey --paused
check "after quit nothing is obeyed" sh -c '! grep -q "^42$" "$1"' sh "$folder/answers"

[ "$failures" -eq 0 ]
