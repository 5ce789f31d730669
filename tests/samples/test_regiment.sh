#!/bin/bash
# The regiment sample, in two minutes of each formation. In order means that the soldiers are less than half the
# spacing from their places (root of the mean square). Whatever happens (the start, turns, rocks, a lost commander), the
# regiment is in order again within 10 s, and it is never without exactly one commander for longer than a tick.
# Usage: test_regiment.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

for formation in column line wedge; do
    for seed in 1 2 3; do
        "$1" run "$2/regiment" --headless --ticks 7200 --seed $seed --set formation=$formation \
            --report "$folder/report.csv"
        awk -F, -v name="$formation, seed $seed" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            NR > 1 {
                time = $column["time"]
                headless = $column["commanders"] == 1 ? 0 : headless + 1
                if (headless > leaderless) leaderless = headless
                if ($column["soldiers"] < soldiers) losses++
                soldiers = $column["soldiers"]
                if ($column["formation_error"] < 1) since = time
                else disorder++
                if (time - since > longest) longest = time - since
            }
            END {
                printf "%s: out of order at most %.1f s, in all %.3f of the time; %d losses, %d ticks without commander\n",
                    name, longest, disorder / (NR - 1), losses, leaderless
                exit !(NR == 7201 && longest < 10 && losses == 5 && leaderless <= 1)
            }' "$folder/report.csv" || { echo "FAILED: $formation, seed $seed"; failures=$((failures + 1)); }
    done
done

[ $failures -eq 0 ]
