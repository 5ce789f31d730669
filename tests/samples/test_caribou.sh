#!/bin/bash
# The caribou sample does what its README promises: the herd flees and calms down several times;
# nobody leaves the bounds or stays inside a tree or inside another.
# Usage: test_caribou.sh DROVER SAMPLES
set -euo pipefail

drover=$1
sample=$2/caribou
here=$(cd "$(dirname "$0")" && pwd)
trees=110 width=200 depth=120 # as main.lua has them

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

"$drover" run "$sample" --headless --ticks 3600 --set trees=$trees \
    --report "$folder/report.csv" --record "$folder/trace.csv" --every 6

# A flight: more than 30 % of the herd flee. Calm again: fewer than 5 % do.
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR > 1 {
        share = $column["fleeing"] / $column["caribou"]
        if (!fleeing && share > 0.30) { fleeing = 1; flights++ }
        if (fleeing && share < 0.05) { fleeing = 0; calmed++ }
    }
    END {
        printf "the herd fled %d times and calmed down %d times\n", flights, calmed
        exit !(flights >= 3 && calmed >= 3)
    }' "$folder/report.csv" || fail "the herd has to flee and calm down three times"

lua5.4 "$here/trace_inside.lua" "$sample" "$folder/trace.csv" $trees $width $depth ||
    fail "somebody was where nobody should be"

lua5.4 "$here/trace_apart.lua" "$folder/trace.csv" 8 1 2 caribou=0.8 ||
    fail "caribou were in each other"

[ $failures -eq 0 ]
