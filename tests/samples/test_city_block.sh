#!/bin/bash
# The city block sample: in two minutes everybody goes all the way round, and each lane stays within
# 0.3 m of its distance from the walls; who looks too far ahead cuts the corners. In 10,000 ticks, with
# three seeds, no two bodies ever overlap by more than 0.05 m, a tenth of their width.
# Usage: test_city_block.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Whether the two lanes, at 1.5 m and 2.5 m, were kept at every tick.
walk() {
    "$drover" run "$sample" --headless --ticks 7200 --report "$folder/report.csv" \
        --record "$folder/trace.csv" --every 1 "$@"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; least = 9 }
        NR > 1 {
            for (lane = 0; lane < 2; lane++) {
                kind = lane ? "outer" : "inner"
                low = $column[kind "_least"] - lane
                high = $column[kind "_most"] - lane
                least = low < least ? low : least
                most = high > most ? high : most
            }
        }
        END {
            printf "from %.2f m to %.2f m, where 1.5 m are wanted\n", least, most
            exit !(NR == 7201 && least >= 1.2 && most <= 1.8)
        }' "$folder/report.csv"
}

drover=$1
sample=$2/city_block
walk || fail "a lane was left"

# Round: on each side of both axes, west and east, south and north.
awk -F, '
    NR > 1 && !(($3, $6 > 0, $7 > 0) in seen) { seen[$3, $6 > 0, $7 > 0] = 1; quarters[$3]++ }
    END {
        for (id in quarters) { walkers++; round += quarters[id] == 4 }
        printf "%d of %d went round\n", round, walkers
        exit !(walkers == 24 && round == walkers)
    }' "$folder/trace.csv" || fail "somebody did not go round"

for seed in 1 2 3; do
    "$drover" run "$sample" --headless --ticks 10000 --seed $seed --report "$folder/report.csv"
    awk -F, -v seed=$seed '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 && $column["overlap"] > deepest { deepest = $column["overlap"] }
        END {
            printf "seed %d: %.3f m deep at most\n", seed, deepest
            exit !(NR == 10001 && deepest <= 0.05)
        }' "$folder/report.csv" || fail "seed $seed: walkers have to keep apart"
done

walk --set horizon=1.5 && fail "who looks too far ahead has to cut the corners"

[ $failures -eq 0 ]
