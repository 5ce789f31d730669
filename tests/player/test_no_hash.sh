#!/bin/sh
# A world that holds what cannot be remembered has no hash, and no run with it passes for a good one.
# Usage: test_no_hash.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

shown=$folder/notices

run() { # status, then options
    expected=$1
    shift
    "$drover" run "$folder/nest.lua" --headless --ticks 8 "$@" >"$folder/out" 2>"$folder/notices"
    check "$* ends with status $expected" [ $? -eq "$expected" ]
}

hashes() { grep -c '^hash ' "$folder/out"; }

cat >"$folder/nest.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("hen", {}) },
  setup = function(world) world.memory.eggs = { {} } end,
  update = function(world)
    if world.tick == 3 then world.memory.eggs[1].hatch = print end
    if world.tick == 5 and world.memory.mend then world.memory.eggs = {} end
  end,
}
LUA
message="world.memory.eggs.1.hatch: a function cannot be remembered"
blame="(world.memory.eggs was last assigned by 'setup' ($folder/nest.lua:4))"

run 1
check "the path is named without any output asked for" grep -qF "$message" "$folder/notices"
check "and who assigned the field" grep -qF "$blame" "$folder/notices"
check "once" [ "$(grep -cF "$message" "$folder/notices")" -eq 1 ]
run 1 --hash
check "there is no hash line" [ "$(hashes)" -eq 0 ]
run 1 --hash=1
check "there is one for each tick before, and the run ends there" [ "$(hashes)" -eq 3 ]
run 1 --save "$folder/world.snap"
check "no snapshot is left" [ ! -e "$folder/world.snap" ]

run 1 --log "$folder/log"
check "the log says why it ends" grep -qF "$message" "$folder/log"
"$drover" replay "$folder/log" >"$folder/out" 2>"$folder/notices"
check "it can be replayed" [ $? -eq 0 ]
check "as far as it goes" grep -q "replayed 3 ticks" "$folder/out"

run 1 --watch --log "$folder/log"
check "watched the run goes on, and says that the log ends" \
    grep -q "the log ends after tick 4" "$folder/notices"
"$drover" replay "$folder/log" >"$folder/out" 2>"$folder/notices"
check "which can be replayed too" grep -q "replayed 3 ticks" "$folder/out"

# Watched, what is mended in time has a hash again.
sed -i 's/{ {} } end/{ {} } world.memory.mend = true end/' "$folder/nest.lua"
run 1 --watch --hash=1
check "hash lines go on when it is mended" [ "$(hashes)" -eq 6 ]
check "the last is of the end" grep -q "^hash [0-9a-f]* tick 8 " "$folder/out"
run 0 --hash

cat >"$folder/nest.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("hen", {}) },
  setup = function(world)
    world.memory.lay = print
  end,
}
LUA
run 1 --hash
check "an assignment raises where it stands" \
    grep -qF "nest.lua:5: world.memory.lay: a function cannot be remembered" "$folder/notices"

[ "$failures" -eq 0 ]
