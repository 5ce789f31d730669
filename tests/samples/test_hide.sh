#!/bin/bash
# The hide sample, in two minutes with each of four seeds: while the seeker looks, those who hide are in its sight for
# less than half the time that those are who flee. Found ones run, and are no longer running soon: somebody hides at
# any time. No two hiders ever overlap by more than 0.07 m, a tenth of their width.
# Usage: test_hide.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# The share of time that a hider is seen while the seeker looks, how often one began to run, and the most who ran at
# once after the first ten seconds; how deep two hiders overlapped at most.
play() {
    "$drover" run "$sample" --headless --ticks 7200 --seed "$1" --set behavior="$2" --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 {
            if ($column["looking"]) { looks++; seen += $column["seen"] }
            if (NR > 601 && $column["running"] > running) runs++
            if (NR > 601 && $column["running"] > most) most = $column["running"]
            running = $column["running"]
            if ($column["overlap"] > deepest) deepest = $column["overlap"]
        }
        END { if (NR == 7201 && looks) print seen / looks, runs + 0, most + 0, deepest + 0; else print "report cut short" }' \
        "$folder/report.csv"
}

drover=$1
sample=$2/hide
for seed in 1 2 3 4; do
    read -r hiding runs most deepest < <(play $seed hide)
    read -r fleeing _ < <(play $seed flee)
    echo "seed $seed: seen $hiding of the time when hiding, $fleeing when fleeing; $runs ran, $most at once at most, $deepest m deep"
    awk "BEGIN { exit !($hiding < $fleeing / 2 && $runs > 0 && $most < 10 && $deepest <= 0.07) }" || {
        echo "FAILED: seed $seed"
        failures=$((failures + 1))
    }
done

[ $failures -eq 0 ]
