#!/bin/bash
# `pedestrian.crowd` in fifty layouts, in which bodies 1 m wide meet, cross, queue, and are in each other's way: of each
# run over all layouts, 96 % have everyone at the goal and nobody in another by more than 1 mm. A hundred get out of a
# room by a door of 1.4 m, overlapping by at most 2 % of a body. Where all have one goal, everyone gets to it once, and
# then they come to rest around it.
# With WHOLE in the environment, a second seed is run over all layouts.
# Usage: test_crowds.sh DROVER SCENARIOS
set -euo pipefail

drover=$1
scenarios=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# measure LAYOUT SECONDS SEED [KIND]: "people arrived been overlap speed", with the deepest overlap of all ticks in meters, and
# the mean speed of all (m/s) in the last 30 seconds.
measure() {
    "$drover" run "$scenarios/crowd.lua" --headless --seconds "$2" --seed "$3" --set layout="$1" --set kind="${4:-planner}" \
        --report "$folder/report.csv"
    awk -F, -v seconds="$2" '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["overlap"] > deepest { deepest = $column["overlap"] }
        $column["time"] > seconds - 30 { sum += $column["speed"]; rows++ }
        { people = $column["people"]; arrived = $column["arrived"]; been = $column["been"] }
        END { print people + 0, arrived + 0, been + 0, deepest + 0, rows ? sum / rows : 99 }' "$folder/report.csv"
}

for seed in 1 ${WHOLE:+4}; do
    passed=0
    for layout in $(seq 50); do
        read -r people arrived _ overlap _ < <(measure "$layout" 240 $seed)
        if awk "BEGIN { exit !($people > 0 && $arrived == $people && $overlap <= 0.001) }"; then
            passed=$((passed + 1))
        else
            echo "layout $layout, seed $seed: $arrived of $people arrived, overlapping by $overlap m at most"
        fi
    done
    echo "seed $seed: $passed of 50 layouts"
    [ $passed -ge 48 ] || failures=$((failures + 1))
done

read -r people arrived _ overlap _ < <(measure 51 600 1)
echo "a crush: $arrived of $people out, overlapping by $overlap m at most"
awk "BEGIN { exit !($people == 100 && $arrived == 100 && $overlap <= 0.02) }" || failures=$((failures + 1))

# share_goal LAYOUT KIND
share_goal() {
    read -r people _ been overlap speed < <(measure "$1" 240 1 "$2")
    echo "layout $1, one goal for many, $2: $been of $people have been there, $speed m/s in the end"
    awk "BEGIN { exit !($people > 0 && $been == $people && $overlap <= 0.001 && $speed <= 0.15) }" ||
        failures=$((failures + 1))
}

for layout in 52 53 54 55; do share_goal $layout planner; done
for layout in 52 53 54; do share_goal $layout straight; done

# get_through LAYOUT KIND
get_through() {
    read -r people _ been _ < <(measure "$1" 120 1 "$2")
    echo "layout $1, $2: $been of $people have been there"
    [ "$people" -gt 0 ] && [ "$been" -eq "$people" ] || failures=$((failures + 1))
}

for kind in predictive people queueing walking; do
    for layout in 29 31 32 35; do get_through $layout $kind; done
done

read -r people _ been _ < <(measure 56 60 1 queue)
echo "layout 56, a counter: $been of $people have been there"
[ "$people" -eq 5 ] && [ "$been" -eq 1 ] || failures=$((failures + 1))

[ $failures -eq 0 ]
