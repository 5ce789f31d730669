#!/bin/bash
# The lamp sample: after a minute, who arrives is at rest on the lamp, who seeks still flies past it.
# Usage: test_lamp.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$1" run "$2/lamp" --headless --ticks 3600 --report "$folder/report.csv"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    END {
        settled = $column["settler_distance"] < 1 && $column["settler_speed"] < 0.01
        flying = $column["seeker_distance"] > 1.5 && $column["seeker_speed"] > 1
        printf "settlers %s m at %s m/s, seekers %s m at %s m/s\n", $column["settler_distance"],
            $column["settler_speed"], $column["seeker_distance"], $column["seeker_speed"]
        exit !(NR == 3601 && settled && flying)
    }' "$folder/report.csv"
