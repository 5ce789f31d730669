#!/bin/bash
# The hide_and_seek sample, with 20 seeds: each game ends by itself within five minutes, with every hider found or safe,
# and there are some of both; nobody hides where home sees it. Tick by tick the seeker runs after nobody who is safe, and
# past nobody in sight who is nearer by a meter: it notices in the next tick and turns in the one after that.
# Usage: test_hide_and_seek.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

drover=$1
sample=$2/hide_and_seek
all_found=0 all_safe=0 all_turned=0 all_spared=0
for seed in $(seq 20); do
    "$drover" run "$sample" --headless --ticks 18000 --seed "$seed" --report "$folder/report.csv" 2>"$folder/reason"
    found=$(awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            astray = $column["astray"] == 1 ? astray + 1 : 0
            if (astray > longest) longest = astray
            if ($column["open"] > open) open = $column["open"]
        }
        END {
            printf "ticks=%d found=%d safe=%d turned=%d spared=%d longest=%d open=%d\n", $column["tick"],
                $column["found"], $column["safe"], $column["turned"], $column["spared"], longest, open
        }' "$folder/report.csv")
    echo "seed $seed: $found"
    eval "$found"
    grep -q "finished at tick $ticks: $found found, $safe safe" "$folder/reason" || fail "seed $seed: the game did not end"
    [ $((found + safe)) = 6 ] || fail "seed $seed: $found found, $safe safe"
    [ "$open" = 0 ] || fail "seed $seed: somebody hides where home sees it"
    [ "$longest" -le 2 ] || fail "seed $seed: it ran in vain or past somebody for $longest ticks"
    all_found=$((all_found + found)) all_safe=$((all_safe + safe))
    all_turned=$((all_turned + turned)) all_spared=$((all_spared + spared))
done
[ $((all_found > 0 && all_safe > 0)) = 1 ] || fail "$all_found found and $all_safe safe in all games"
[ $((all_turned > 0 && all_spared > 0)) = 1 ] || fail "turned $all_turned and spared $all_spared times in all games"

[ $failures -eq 0 ]
