#!/bin/bash
# The aquarium sample: nobody leaves the water, the two schools stay sorted and use the height of the
# tank, and they flee from the pike at least three times.
# Usage: test_aquarium.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

"$1" run "$2/aquarium" --headless --ticks 3600 --report "$folder/report.csv" \
    --record "$folder/trace.csv" --every 5

awk -F, '
    NR > 1 && ($6 < -12 || $6 > 12 || $7 < -6.5 || $7 > 6.5 || $8 < 0 || $8 > 8) { out++ }
    END { exit !(NR > 1 && out == 0) }' "$folder/trace.csv" || fail "somebody left the water"

awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; low = 8 }
    NR > 1 {
        sorted += $column["sorted"]
        height = $column["height"]
        low = height < low ? height : low
        high = height > high ? height : high
        fleeing = $column["fleeing"]
        if (!alarm && fleeing > 20) { alarm = 1; flights++ }
        if (alarm && fleeing < 5) alarm = 0
    }
    END {
        sorted /= NR - 1
        printf "sorted %g, mean height from %g m to %g m, %d flights\n", sorted, low, high, flights
        exit !(sorted > 0.95 && high - low > 1.5 && flights >= 3)
    }' "$folder/report.csv" || fail "the schools have to keep apart, go up and down, and flee"

[ $failures -eq 0 ]
