#!/bin/bash
# Data files in a run: a saved table reloads, a broken one is refused, an undo takes it back, a plan that setup has built
# waits for a restart, and a replay needs no file. Hashes do not depend on threads or on the width of vectors. Usage:
# test_data_files.sh PROGRAM
set -u

drover=$1
mode=headless
. "$(dirname "$0")/../live.sh"
. "$(dirname "$0")/live_scene.sh"

scene data
mkdir "$scene/s/data"
printf 'name,x,y\nfox,1,2\nhare,3,4\n' >"$scene/s/herd.csv"
echo '{ "speed": 0.5 }' >"$scene/s/data/pace.json"
echo 'LINESTRING (0 0, 10 0, 10 5)' >"$scene/s/data/plan.wkt"
echo 'tick' >"$scene/s/other.csv"
cat >"$scene/s/main.lua" <<'LUA'
local drover = require "drover"
local herd <const> = drover.data("herd.csv")
return drover.scenario {
  kinds = { require "walker" },
  setup = function(world)
    for _, row in ipairs(herd) do world:spawn("walker", { x = row.x, y = row.y, label = row.name }) end
    world:build(drover.data("data/plan.wkt"), { as = "obstacle" })
    world.memory.pace = drover.data("data/pace.json").speed
  end,
  update = function(world)
    if world.tick < 3 then print "running" end
    world.memory.sum = (world.memory.sum or 0) + herd[1].x
  end,
}
LUA

cp -r "$scene/s" "$scene/still"
for threads in 1 2 4; do
    for bits in 128 256; do
        DROVER_VECTOR_BITS=$bits "$drover" run "$scene/still" --headless --ticks 30 --hash --threads $threads \
            </dev/null >"$folder/hash-$threads-$bits" 2>&1
        check "$threads threads and $bits bits come to the same" \
            cmp -s "$folder/hash-1-128" "$folder/hash-$threads-$bits"
    done
done
check "which is a hash" grep -q '^hash' "$folder/hash-1-128"

"$drover" run "$scene/still" --headless --ticks 10 --save "$folder/half.snap" </dev/null >/dev/null 2>&1
"$drover" run "$scene/still" --headless --load "$folder/half.snap" --ticks 20 --hash </dev/null >"$folder/loaded" 2>&1
check "a loaded snapshot goes on to the same" cmp -s <(grep '^hash' "$folder/hash-1-128") <(grep '^hash' "$folder/loaded")
check "a file is checked before a run" "$drover" check "$scene/still" </dev/null

begin
printf 'name,x,y\nfox,100,2\nhare,3,4\n' >"$scene/s/herd.csv"
check "a saved table is taken" until_said notices '^accepted: reload 2: [^ ]*herd.csv changed'
echo 'tock' >"$scene/s/other.csv" # nobody reads it
printf 'name,x,y\nfox,100\n' >"$scene/s/herd.csv"
check "a broken one is refused" \
    until_said notices 'main.lua:2: drover.data: herd.csv: row 2, column 3 (y): the row ends'
tell undo u
check "and an undo takes the other back" until_said notices '^accepted: undo'
check "what nobody reads is not noticed" [ "$(count notices 'other.csv')" -eq 0 ]
printf 'name,x,y\nfox,7,2\nhare,3,4\n' >"$scene/s/herd.csv"
taken() { [ "$(count notices '^accepted: reload [0-9]*: .*herd.csv changed')" -ge 2 ]; }
check "a whole one is taken again" await taken
echo 'LINESTRING (0 0, 10 0)' >"$scene/s/data/plan.wkt"
check "a saved plan waits" until_said notices 'data/plan.wkt: restart to apply'
tell restart F5
check "a restart builds it" until_said notices '^restarted at tick 0'
go_on_for 10
end_run
check "the run goes well" [ "$status" -eq 0 ]
rm -r "$scene/s"
"$drover" replay "$scene/log" >"$folder/replayed" 2>&1
shown=$folder/replayed
check "a log has the files" grep -q ' 1 restart, all hashes equal' "$folder/replayed"

[ "$failures" -eq 0 ]
