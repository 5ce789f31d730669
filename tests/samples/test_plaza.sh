#!/bin/bash
# The plaza sample, in 10,000 ticks of each avoidance, of the default one with three seeds: whatever
# the pedestrians do about each other, nobody's middle is ever inside a pillar; and each way to avoid
# others is worth it, with a quarter of the touches or fewer.
# Usage: test_plaza.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The mean number of pedestrians who touch another, and the least clearance from a pillar in meters.
cross() {
    "$drover" run "$sample" --headless --ticks 10000 --set "avoidance=$1" --seed "${2-1}" \
        --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR == 2 { least = $column["pillar_clearance"] }
        NR > 1 {
            touching += $column["touching"]
            if ($column["pillar_clearance"] < least) least = $column["pillar_clearance"]
        }
        END { if (NR == 10001) print touching / 10000, least; else print "report cut short" }' \
        "$folder/report.csv"
}

holds() { awk "BEGIN { exit !($1) }"; }

drover=$1
sample=$2/plaza
read -r careless clearance < <(cross none)
echo "none: $careless touch somebody, $clearance m from the pillars"
holds "$clearance > 0" || fail "none: somebody was inside a pillar"
for avoidance in unaligned predictive reciprocal; do
    read -r touching clearance < <(cross $avoidance)
    echo "$avoidance: $touching touch somebody, $clearance m from the pillars"
    holds "$clearance > 0" || fail "$avoidance: somebody was inside a pillar"
    holds "$touching < $careless / 4" || fail "$avoidance: hardly better than nothing"
done
for seed in 2 3; do
    read -r touching clearance < <(cross reciprocal $seed)
    echo "reciprocal, seed $seed: $touching touch somebody, $clearance m from the pillars"
    holds "$clearance > 0" || fail "reciprocal, seed $seed: somebody was inside a pillar"
done

[ $failures -eq 0 ]
