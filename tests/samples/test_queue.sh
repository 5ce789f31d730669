#!/bin/bash
# The queue sample, with six seeds: when nobody comes back, all are through the doorway within a minute; when they do,
# more have come through after two minutes than there are. None goes through the wall, and no two bodies ever overlap by
# more than 0.05 m, a tenth of their width.
# Usage: test_queue.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# queue SEED TICKS CONDITION [--set …]: what the last row has to be; `left` queue, `through` have come through.
queue() {
    local seed=$1 ticks=$2 condition=$3
    shift 3
    "$drover" run "$sample" --headless --ticks "$ticks" --seed "$seed" --report "$folder/report.csv" \
        --record "$folder/trace.csv" "$@"
    awk -F, -v seed="$seed" -v ticks="$ticks" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 {
            deepest = $column["overlap"] > deepest ? $column["overlap"] : deepest
            left = $column["queueing"]
            through = $column["through"]
        }
        END {
            printf "seed %d: %d through, %d still queue, %.3f m deep at most\n", seed, through, left, deepest
            exit !(NR == ticks + 1 && deepest <= 0.05 && '"$condition"')
        }' "$folder/report.csv" || fail "seed $seed: all have to get through, and keep apart"
    awk -F, '
        NR > 1 && $6 > -0.2 && $6 < 0.2 && ($7 < -0.65 || $7 > 0.65) { inside++ }
        END { exit !(NR > 1 && inside == 0) }' "$folder/trace.csv" ||
        fail "seed $seed: somebody was in the wall"
}

drover=$1
sample=$2/queue
for seed in 1 2 3 4 5 6; do
    queue $seed 3600 'left == 0 && through == 60' --set again=false
    queue $seed 7200 'through > 60'
done

[ $failures -eq 0 ]
