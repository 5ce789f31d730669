#!/bin/bash
# The boids sample, in plane and volume: in every mode nobody strays far beyond the bounding radius;
# those who scatter have more room than a flock and agree less; a feeding frenzy eats.
# Usage: test_boids.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# The mean of a monitor from the tenth second on, a row every ten ticks.
mean() {
    awk -F, -v name="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 61 { sum += $column[name]; rows++ }
        END { print sum / rows }' "$folder/$1.csv"
}

exceeds() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a > b) }'; }

check_modes() {
    for mode in flock feeding_frenzy predator scatter chase; do
        "$1" run "$2" --headless --ticks 1200 --set mode=$mode --report "$folder/$mode.csv" \
            --record "$folder/trace.csv" --every 10
        awk -F, '$4 == "boid" && $6 * $6 + $7 * $7 + $8 * $8 > 50 * 50 { out++ } END { exit out > 0 }' \
            "$folder/trace.csv" || fail "$2, $mode: somebody went more than 10 m beyond the bounding radius"
    done
    exceeds "$(mean scatter distance_to_next)" "$(mean flock distance_to_next)" ||
        fail "$2: a flock takes more room than those that scatter"
    exceeds "$(mean flock order)" "$(mean scatter order)" ||
        fail "$2: those that scatter agree more than a flock"
    exceeds "$(mean feeding_frenzy eaten)" 20 || fail "$2: a frenzy that hardly eats"
}

check_modes "$1" "$2/boids"
check_modes "$1" "$2/boids/volume.lua"
[ $failures -eq 0 ]
