#!/bin/bash
# The crossing sample. With five seeds: all who are in a hurry of their own arrive within a minute, and no two bodies
# ever touch, whatever they mind of others; those who foresee where others will be make less than half of the detour of
# those who mind where they are. Without a hurry all are alike, and fewer arrive.
# Usage: test_crossing.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# crossing [OPTION…]: who has arrived after a minute, the mean detour until then, and how near two centers came.
crossing() {
    "$drover" run "$sample" "$@" --headless --ticks 3600 --record "$folder/trace.csv" --every 3 \
        --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        END { printf "arrived=%d detour=%f ", $column["arrived"], $column["detour"] }' "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["tick"] != tick { tick = $column["tick"]; count = 0 }
        {
            x = $column["x"]; y = $column["y"]
            for (i = 1; i <= count; i++) {
                apart = (x - xs[i]) ^ 2 + (y - ys[i]) ^ 2
                if (nearest == "" || apart < nearest) nearest = apart
            }
            count++; xs[count] = x; ys[count] = y
        }
        END { printf "nearest=%f\n", sqrt(nearest) }' "$folder/trace.csv"
}

drover=$1
sample=$2/crossing
for seed in 1 2 3 4 5; do
    found=$(crossing --seed $seed --set avoidance=traditional)
    echo "seed $seed, traditional: $found"
    eval "$found"
    holds "$nearest >= 0.5" || fail "seed $seed: two bodies touched"
    pushed=$detour
    found=$(crossing --seed $seed)
    echo "seed $seed, predictive: $found"
    eval "$found"
    holds "$nearest >= 0.5" || fail "seed $seed: two bodies touched"
    [ "$arrived" = 12 ] || fail "seed $seed: $arrived of 12 arrived"
    holds "$detour < $pushed / 2" || fail "seed $seed: who foresees goes no straighter way"
done

found=$(crossing --set hurry=false)
echo "all alike: $found"
eval "$found"
[ "$arrived" -lt 12 ] || fail "they do not need to be different"

[ $failures -eq 0 ]
