#!/bin/bash
# The fly-by sample: in four minutes at least 20 runs past the airship, all of them with a nearest
# approach within 10 % of the radius they should have; nobody hits the airship or the ground. In
# pursuit somebody does hit the airship: the two are 10 m wide together.
# Usage: test_fly_by.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

drover=$1
sample=$2/fly_by

"$drover" run "$sample" --headless --ticks 14400 --report "$folder/runs.csv"
"$drover" run "$sample" --headless --ticks 3600 --set pursuit=true --report "$folder/pursuit.csv"

awk -F, '
    FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    FNR == 2 { nearest[FILENAME] = $column["distance"]; lowest[FILENAME] = $column["height"] }
    FNR > 1 {
        if ($column["distance"] < nearest[FILENAME]) nearest[FILENAME] = $column["distance"]
        if ($column["height"] < lowest[FILENAME]) lowest[FILENAME] = $column["height"]
        if (FILENAME == ARGV[1]) {
            rows++
            runs = $column["runs"]
            worst = $column["worst"]
            steepest = $column["roll"] > steepest ? $column["roll"] : steepest
        }
    }
    END {
        printf "%d runs, %.4f of the radius off at most, %.1f m from the airship, %.1f m up, roll %.0f degrees\n",
            runs, worst, nearest[ARGV[1]], lowest[ARGV[1]], steepest
        printf "in pursuit %.2f m from the airship\n", nearest[ARGV[2]]
        exit !(rows == 14400 && runs >= 20 && worst <= 0.1 && nearest[ARGV[1]] > 10 && lowest[ARGV[1]] > 2 &&
            steepest > 30 && steepest < 90 && nearest[ARGV[2]] < 10)
    }' "$folder/runs.csv" "$folder/pursuit.csv"
