#!/bin/bash
# The rink sample, in 10,000 ticks with three seeds: nobody leaves the ice, which has no boards, and no two bodies ever
# overlap by more than 0.08 m, a tenth of their width; who looks only half a second ahead leaves the ice.
# Usage: test_rink.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The number of ticks at which somebody was off the ice, and how deep two bodies overlapped at most.
skate() {
    "$drover" run "$sample" --headless --ticks 10000 --report "$folder/report.csv" "$@"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 && $column["least_margin"] < 0 { off++ }
        NR > 1 && $column["overlap"] > deepest { deepest = $column["overlap"] }
        END { if (NR == 10001) print off + 0, deepest + 0; else print "report cut short" }' "$folder/report.csv"
}

drover=$1
sample=$2/rink
for seed in 1 2 3; do
    read -r off deepest < <(skate --seed $seed)
    echo "seed $seed: off the ice at $off ticks, $deepest m deep at most"
    [ "$off" -eq 0 ] || fail "seed $seed: nobody may leave the ice"
    awk "BEGIN { exit !($deepest <= 0.08) }" || fail "seed $seed: skaters have to keep apart"
done
read -r off deepest < <(skate --set look_ahead=0.5)
echo "careless: off the ice at $off ticks"
[ "$off" -gt 0 ] || fail "who looks half a second ahead has to slide off"

[ $failures -eq 0 ]
