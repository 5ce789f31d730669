#!/bin/bash
# The stream sample. With five seeds: all arrive; those who mind the ground and look ahead have less water than those
# who go straight on, no more than one step (0.7 m) of mud, and walk no more than a tenth more; those who look no
# further than the next step have more than that of mud.
# Usage: test_stream.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# stream [OPTION…]: the monitors after a minute.
stream() {
    "$drover" run "$sample" "$@" --headless --ticks 3600 --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 3; i <= NF; i++) name[i] = $i; next }
        END { for (i in name) printf "%s=%f ", name[i], $i; print "" }' "$folder/report.csv"
}

drover=$1
sample=$2/stream
for seed in 1 2 3 4 5; do
    found=$(stream --seed $seed --set weight=0)
    echo "seed $seed, straight on: $found"
    eval "$found"
    straight_walked=$walked straight_wet=$wet
    found=$(stream --seed $seed --set steps=1)
    echo "seed $seed, one step: $found"
    eval "$found"
    holds "$arrived == 3" || fail "seed $seed: one step ahead not all arrive"
    holds "$muddy > 0.7" || fail "seed $seed: one step ahead is enough"
    found=$(stream --seed $seed)
    echo "seed $seed, six steps: $found"
    eval "$found"
    holds "$arrived == 3" || fail "seed $seed: not all arrive"
    holds "$wet > 0 && $wet < $straight_wet" || fail "seed $seed: the stream is not crossed where it is short"
    holds "$muddy <= 0.7" || fail "seed $seed: in the mud"
    holds "$walked <= 1.1 * $straight_walked" || fail "seed $seed: not a slight turn"
done

[ $failures -eq 0 ]
