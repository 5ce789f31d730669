#!/bin/bash
# The rink sample: nobody leaves the ice, which has no boards; who looks only half a second ahead does.
# Usage: test_rink.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The number of ticks at which somebody was off the ice.
ticks_off_ice() {
    "$drover" run "$sample" --headless --ticks 3600 --report "$folder/report.csv" "$@"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 && $column["least_margin"] < 0 { off++ }
        END { print NR == 3601 ? off + 0 : "report cut short" }' "$folder/report.csv"
}

drover=$1
sample=$2/rink
looking_ahead=$(ticks_off_ice)
careless=$(ticks_off_ice --set look_ahead=0.5)
echo "off the ice at $looking_ahead ticks, when careless at $careless"
[ "$looking_ahead" -eq 0 ] && [ "$careless" -gt 0 ]
