#!/bin/bash
# The corridor sample, with six seeds: streams that start mixed have parted into lanes within 40
# seconds and stay so for 20 (an order above 0.5, nearer to pure lanes than to none), and no body ever
# leaves the tube. Where nobody notices who comes toward them, no lanes form.
# Usage: test_corridor.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The order of the first two seconds and of the last 20, and the least room at the walls in meters.
walk() {
    "$drover" run "$sample" --headless --ticks 3600 --report "$folder/report.csv" "$@"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        NR == 2 { least = $column["room_at_the_walls"] }
        {
            if (NR <= 121) first += $column["lane_order"] / 120
            if (NR > 2401) last += $column["lane_order"] / 1200
            if ($column["room_at_the_walls"] < least) least = $column["room_at_the_walls"]
        }
        END { if (NR == 3601) print first, last, least; else print "report cut short" }' \
        "$folder/report.csv"
}

holds() { awk "BEGIN { exit !($1) }"; }

drover=$1
sample=$2/corridor
for seed in 1 2 3 4 5 6; do
    read -r first last least < <(walk --seed $seed)
    echo "seed $seed: lane order $first at first, $last at last, $least m from the walls"
    holds "$first < 0.3 && $last > 0.5" || fail "seed $seed: mixed streams have to part"
    holds "$least >= 0" || fail "seed $seed: somebody left the tube"
done
read -r first last least < <(walk --set notice=0)
echo "unnoticed: lane order $first at first, $last at last"
holds "$last < 0.3" || fail "lanes without a reason"

[ $failures -eq 0 ]
