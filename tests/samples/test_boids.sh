#!/bin/bash
# The boids sample, in plane and volume: in every mode nobody strays far beyond the bounding radius;
# those who scatter have more room than a flock and agree less; a feeding frenzy eats. And the sliders
# of the demo do what they say.
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

# Of a run of ten seconds with the settings given: how many boids, their mean speed (m/s), mean change of
# velocity (m/s²), mean turn (rad/s), the mean distance from the center in the end (m) and how often a second
# one begins to turn the other way.
measure() {
    local sample=$1
    shift
    "$drover" run "$sample" --headless --ticks 600 --record "$folder/trace.csv" --every 5 "${@/#/--set=}"
    awk -F, '
        $4 != "boid" { next }
        $1 > 300 {
            speed = sqrt($9 * $9 + $10 * $10 + $11 * $11)
            speeds += speed
            rows++
            if ($3 in vx) {
                dx = $9 - vx[$3]; dy = $10 - vy[$3]; dz = $11 - vz[$3]
                changes += sqrt(dx * dx + dy * dy + dz * dz) * 12
                cosine = ($9 * vx[$3] + $10 * vy[$3] + $11 * vz[$3]) / (speed * before[$3] + 1e-9)
                turns += 12 * atan2(sqrt(cosine < 1 ? 1 - cosine * cosine : 0), cosine)
                ax = vy[$3] * $11 - vz[$3] * $10
                ay = vz[$3] * $9 - vx[$3] * $11
                az = vx[$3] * $10 - vy[$3] * $9
                if (ax * axis_x[$3] + ay * axis_y[$3] + az * axis_z[$3] < 0) reversals++
                axis_x[$3] = ax; axis_y[$3] = ay; axis_z[$3] = az
            }
            vx[$3] = $9; vy[$3] = $10; vz[$3] = $11; before[$3] = speed
        }
        $1 == 600 { count++; away += sqrt($6 * $6 + $7 * $7 + $8 * $8) }
        END {
            print count, speeds / rows, changes / rows, turns / rows, away / count, 12 * reversals / rows
        }' "$folder/trace.csv"
}

# The figure in that column of `measure` has to be at least half as large again with the second settings.
raises() {
    local sample=$1 name=$2 column=$3 low high
    low=$(measure "$sample" $4 | cut -d' ' -f"$column")
    high=$(measure "$sample" $5 | cut -d' ' -f"$column")
    echo "$sample, $name: from $low to $high"
    exceeds "$high" "$(awk "BEGIN { print 1.5 * $low }")" || fail "$sample: the slider $name does nothing"
}

# Wander is seen best in boids that do nothing else.
alone="separation=0 alignment=0 cohesion=0 wander=2 obstacles=0 bounding_radius=100"
check_sliders() {
    raises "$1" boids 1 "boids=50" "boids=100"
    raises "$1" speed 2 "min_speed=4 max_speed=4" "min_speed=16 max_speed=16"
    raises "$1" force 3 "$alone min_force=0.5 max_force=0.5" "$alone min_force=6 max_force=6"
    raises "$1" "wander radius" 4 "$alone min_wander_radius=1 max_wander_radius=1" \
        "$alone min_wander_radius=12 max_wander_radius=12"
    raises "$1" "wander distance" 4 "$alone min_wander_distance=30 max_wander_distance=30" \
        "$alone min_wander_distance=3 max_wander_distance=3"
    raises "$1" "wander step" 6 "$alone min_wander_step=0.1 max_wander_step=0.1" \
        "$alone min_wander_step=2 max_wander_step=2"
    raises "$1" "bounding radius" 5 "bounding_radius=15" "bounding_radius=40"
}

drover=$1
check_sliders "$2/boids"
check_sliders "$2/boids/volume.lua"
check_modes "$1" "$2/boids"
check_modes "$1" "$2/boids/volume.lua"
[ $failures -eq 0 ]
