#!/bin/bash
# The walk_along sample, in two minutes with each of four seeds. Alone among the pillars a couple is side by side again
# within 5 s of having parted; in the crowd within 5 s of when the pillar or the people that parted it are behind, and
# 80 % of all friends are side by side. They do part, and they do get across.
# Usage: test_walk_along.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# walk NAME MONITOR SHARE ARRIVED [--set …]: no value of the monitor may reach 5 s.
walk() {
    local name=$1 clock=$2 share=$3 arrived=$4
    shift 4
    "$drover" run "$sample" --headless --ticks 7200 --report "$folder/report.csv" "$@"
    awk -F, -v name="$name" -v clock="$clock" -v least="$share" -v arrivals="$arrived" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 {
            longest = $column[clock] > longest ? $column[clock] : longest
            if ($column["longest_apart"] > 0 && before == 0) partings++
            before = $column["longest_apart"]
            share += $column["side_by_side"]
            arrived = $column["arrived"]
        }
        END {
            share /= NR - 1
            printf "%s: apart for %.1f s at most, %.2f side by side, %d partings, %d arrived\n", name, longest, share,
                partings, arrived
            exit !(NR == 7201 && longest < 5 && share >= least && partings > 0 && arrived >= arrivals)
        }' "$folder/report.csv" || { echo "FAILED: $name"; failures=$((failures + 1)); }
}

drover=$1
sample=$2/walk_along
for seed in 1 2 3 4; do
    walk "seed $seed, pillars alone" longest_apart 0.8 8 --seed $seed --set couples=2 --set singles=0
    walk "seed $seed" longest_rejoining 0.8 50 --seed $seed
done

[ $failures -eq 0 ]
