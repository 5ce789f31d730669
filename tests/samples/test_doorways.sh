#!/bin/bash
# The doorways sample, with three seeds: everybody goes through doors that fit, all of them are used, and nobody's body
# reaches into the wall by more than 0.05 m. A door that closes on the way is used no more, and the others are; without
# the wide one the carts wait.
# Usage: test_doorways.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# doorways SCENARIO [OPTION…]: prints how often each kind went through each door in two minutes, after tick 900 by
# itself, and how far the deepest body reaches into the wall.
doorways() {
    "$drover" run "$@" --headless --ticks 7200 --record "$folder/trace.csv" --every 5 --report "$folder/report.csv"
    awk -F, '
        NR == 1 {
            for (i = 1; i <= NF; i++) column[$i] = i
            radius["slim"] = 0.3; radius["stout"] = 0.7; radius["cart"] = 1.2
            count = split("-12 -5.6 -4.4 0.9 3.1 5.8 10.2 12", wall, " ")
            next
        }
        {
            kind = $column["kind"]; id = $column["id"]; x = $column["x"]; y = $column["y"]
            if (id in before && before[id] * x < 0) {
                door = y < -3 ? "narrow" : y < 4.5 ? "middle" : "wide"
                through[kind " " door]++
                if ($column["tick"] > 900) through["late " door]++
            }
            before[id] = x
            across = (x < 0 ? -x : x) - 0.2
            if (across < 0) across = 0
            for (i = 1; i < count; i += 2) {
                along = y < wall[i] ? wall[i] - y : y > wall[i + 1] ? y - wall[i + 1] : 0
                depth = radius[kind] - sqrt(across ^ 2 + along ^ 2)
                if (depth > deepest) deepest = depth
            }
        }
        END {
            split("slim stout cart late", kinds, " ")
            split("narrow middle wide", doors, " ")
            for (i = 1; i <= 4; i++)
                for (k = 1; k <= 3; k++) printf "%s_%s=%d ", kinds[i], doors[k], through[kinds[i] " " doors[k]]
            printf "deepest=%f\n", deepest
        }' "$folder/trace.csv"
}

holds() { awk "BEGIN { exit !($1) }"; }

drover=$1
sample=$2/doorways
for seed in 1 2 3; do
    found=$(doorways "$sample" --seed $seed)
    echo "seed $seed: $found"
    eval "$found"
    [ $((stout_narrow + cart_narrow + cart_middle)) = 0 ] || fail "seed $seed: somebody took a door that is too narrow"
    [ $((slim_narrow > 0 && stout_middle > 0 && cart_wide > 0)) = 1 ] || fail "seed $seed: a door is not used"
    holds "$deepest <= 0.05" || fail "seed $seed: somebody was in the wall"
done

found=$(doorways "$sample" --set wide=false)
echo "without the wide door: $found"
eval "$found"
[ $((cart_narrow + cart_middle + cart_wide)) = 0 ] || fail "a cart went through"
[ "$(tail -n 1 "$folder/report.csv" | cut -d, -f3)" = 2 ] || fail "the carts do not wait"

# The narrow door closes after ten seconds; whoever was on the way through it plans anew.
mkdir "$folder/closing"
sed 's/^  setup = function(world)$/  update = function(world)\n    if world.tick == 600 then world.settings.narrow = false door_changed(world, DOORS[1]) end\n  end,\n&/' \
    "$sample/main.lua" >"$folder/closing/main.lua"
found=$(doorways "$folder/closing")
echo "the narrow door closes: $found"
eval "$found"
[ $((slim_narrow > 0)) = 1 ] || fail "nobody went through before it closed"
[ "$late_narrow" = 0 ] || fail "somebody went through a closed door"
[ $((late_middle > slim_narrow && late_wide > 0)) = 1 ] || fail "the other doors are hardly used"

[ $failures -eq 0 ]
