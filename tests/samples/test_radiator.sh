#!/bin/bash
# The radiator sample. With eight seeds both arrive within a minute; the way of the one who minds where it is hot now
# turns from side to side six times or more (a saw), that of the one who weighs the steps that could be next no more
# than twice: out, along and in.
# Usage: test_radiator.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# radiator [OPTION…]: the monitors after a minute.
radiator() {
    "$drover" run "$sample" "$@" --headless --ticks 3600 --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 3; i <= NF; i++) name[i] = $i; next }
        END { for (i in name) printf "%s=%d ", name[i], $i; print "" }' "$folder/report.csv"
}

drover=$1
sample=$2/radiator
for seed in 1 2 3 4 5 6 7 8; do
    found=$(radiator --seed $seed)
    echo "seed $seed: $found"
    eval "$found"
    [ "$arrived" = 2 ] || fail "seed $seed: not both arrived"
    [ "$teeth_feeling" -ge 6 ] || fail "seed $seed: who feels the heat makes no saw"
    [ "$teeth_thinking" -le 2 ] || fail "seed $seed: who thinks makes a saw"
done

[ $failures -eq 0 ]
