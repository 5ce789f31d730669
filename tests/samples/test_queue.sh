#!/bin/bash
# The queue sample, with six seeds: within a minute all are through the doorway and none through the
# wall, and no two bodies, 0.5 m wide, ever overlap by more than 0.3 m.
# Usage: test_queue.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

for seed in 1 2 3 4 5 6; do
    "$1" run "$2/queue" --headless --ticks 3600 --seed $seed --report "$folder/report.csv" \
        --record "$folder/trace.csv"
    awk -F, -v seed=$seed '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 {
            deepest = $column["overlap"] > deepest ? $column["overlap"] : deepest
            if ($column["queueing"] > 0) last = $column["time"]
        }
        END {
            printf "seed %d: through after %.1f s, %.2f m deep at most\n", seed, last, deepest
            exit !(NR == 3601 && last > 0 && $column["queueing"] == 0 && deepest <= 0.3)
        }' "$folder/report.csv" || fail "seed $seed: all have to get through, and keep apart"
    awk -F, '
        NR > 1 && $6 > -0.2 && $6 < 0.2 && ($7 < -0.65 || $7 > 0.65) { inside++ }
        END { exit !(NR > 1 && inside == 0) }' "$folder/trace.csv" ||
        fail "seed $seed: somebody was in the wall"
done

[ $failures -eq 0 ]
