#!/bin/bash
# The evacuation sample, with three seeds: everybody gets out, nobody is ever in a wall or a table, and
# no two bodies, 0.38 m wide, overlap by half. Wider doors, and knowing both, each save time; the
# flow through two doors of 1 m is at most 15 % above the published 1.83 people/s each.
# Usage: test_evacuation.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Prints seconds from the alarm until nobody is inside, and the deepest overlap; "never" when some
# are left after three minutes.
empty() {
    "$drover" run "$sample" --headless --ticks 10800 --report "$folder/report.csv" "$@" >"$folder/log"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            deepest = $column["overlap"] > deepest ? $column["overlap"] : deepest
            if (!out && $column["inside"] == 0) out = $column["time"] - 4
        }
        END { print out ? out : "never", deepest + 0 }' "$folder/report.csv"
}

holds() { awk "BEGIN { exit !($1) }"; }

drover=$1
sample=$2/evacuation
for seed in 1 2 3; do
    read -r time deepest < <(empty --seed $seed --record "$folder/trace.csv" --every 10)
    echo "seed $seed: out after $time s, $deepest m deep at most"
    [ "$time" != never ] || fail "seed $seed: not everybody got out"
    holds "$deepest <= 0.19" || fail "seed $seed: people walk through each other"
    awk -F, '
        function is_in_wall(x, y) {
            return (x > 13 && x < 13.4 && y > 0.5) || (x < 13.4 && y > 8 && y < 8.4)
        }
        NR == 1 { split("-7 -7 0 0 0 7 7", tx, " "); split("-3.5 3.5 -4.5 0 4.5 -3.5 3.5", ty, " "); next }
        {
            for (i = 1; i <= 7; i++) inside += ($6 - tx[i])^2 + ($7 - ty[i])^2 < 0.9^2
            inside += is_in_wall($6 < 0 ? -$6 : $6, $7 < 0 ? -$7 : $7)
        }
        END { exit !(NR > 1 && inside == 0) }' "$folder/trace.csv" ||
        fail "seed $seed: somebody was in a wall or a table"
done
read -r time _ < <(empty)
read -r wide _ < <(empty --set door=1.6)
read -r informed _ < <(empty --set informed=1)
echo "out after $time s; through doors of 1.6 m $wide s; when all know both doors $informed s"
holds "$wide < 0.8 * $time" || fail "wider doors save too little"
holds "$informed < 0.8 * $time" || fail "knowing both doors saves too little"
holds "200 / $informed <= 2 * 1.15 * 1.83" || fail "more get through the doors than can"

[ $failures -eq 0 ]
