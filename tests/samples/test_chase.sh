#!/bin/bash
# The chase sample, five minutes with six seeds, with extrapolation and without. Tom gives up only where he saw Jerry
# last (there is within his radius and half a meter, and he runs 0.06 m in a tick), or after eight seconds without seeing
# him, and never later. He catches some, finds some again and loses some; and of those who went out of sight he finds a
# greater share again when he goes on as they were running. Nobody is in a block.
# Usage: test_chase.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# chase EXTRAPOLATE: sums up what came of six runs.
chase() {
    all_unseen=0 all_found=0 all_gave_up=0 all_caught=0
    for seed in 1 2 3 4 5 6; do
        "$drover" run "$sample" --headless --ticks 18000 --seed $seed --set extrapolate="$1" \
            --report "$folder/report.csv" --record "$folder/trace.csv"
        lua5.4 "$(dirname "$0")/trace_chase.lua" "$folder/trace.csv" "$folder/report.csv" 0.05 0.86 8 \
            >"$folder/found" || fail "extrapolate=$1, seed $seed"
        echo "extrapolate=$1, seed $seed: $(cat "$folder/found")"
        eval "$(cat "$folder/found")"
        caught=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i } END { print $column["caught"] }' \
            "$folder/report.csv")
        all_unseen=$((all_unseen + unseen)) all_found=$((all_found + found))
        all_gave_up=$((all_gave_up + gave_up)) all_caught=$((all_caught + caught))
    done
    [ $((all_caught > 0 && all_found > 0 && all_gave_up > 0)) = 1 ] ||
        fail "extrapolate=$1: $all_caught caught, $all_found found again, $all_gave_up given up"
}

drover=$1
sample=$2/chase
chase true
with=$all_found of=$all_unseen
chase false
[ $((with * all_unseen > all_found * of)) = 1 ] ||
    fail "found $with of $of again with extrapolation, $all_found of $all_unseen without"

[ $failures -eq 0 ]
