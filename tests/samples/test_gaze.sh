#!/bin/bash
# The gaze sample. With eight seeds the thief is at the door within a minute and no guard has seen him in any tick; one
# who does not mind to be seen is there too, and was.
# Usage: test_gaze.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# gaze [OPTION…]: the monitors after a minute.
gaze() {
    "$drover" run "$sample" "$@" --headless --ticks 3600 --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 3; i <= NF; i++) name[i] = $i; next }
        END { for (i in name) printf "%s=%f ", name[i], $i; print "" }' "$folder/report.csv"
}

drover=$1
sample=$2/gaze
for seed in 1 2 3 4 5 6 7 8; do
    found=$(gaze --seed $seed)
    echo "seed $seed: $found"
    eval "$found"
    holds "$arrived == 1" || fail "seed $seed: he does not arrive"
    holds "$seen == 0" || fail "seed $seed: he was seen"
    found=$(gaze --seed $seed --set shyness=0)
    echo "seed $seed, bold: $found"
    eval "$found"
    holds "$arrived == 1 && $seen > 0" || fail "seed $seed: there is nothing to avoid"
done

[ $failures -eq 0 ]
