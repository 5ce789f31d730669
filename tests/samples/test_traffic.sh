#!/bin/bash
# The traffic sample, with four seeds of three minutes: no two cars overlap, nobody crosses a red line,
# at least 40 get through, and at least 3 park, all of them within 5 cm and 2 degrees. Of twelve cars that
# park from all sides, each between two others, all do so within a minute, and then stay; without
# touching anybody on the way.
# Usage: test_traffic.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

for seed in 1 2 3 4; do
    "$1" run "$2/traffic" --headless --ticks 10800 --seed $seed --report "$folder/report.csv"
    awk -F, -v seed=$seed '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; least = 5 }
        NR > 1 { least = $column["gap"] < least ? $column["gap"] : least }
        END {
            printf "seed %d: gap %.2f m, %d violations, %d through, %d parked, %.4f m and %.3f degrees off\n", seed,
                least, $column["violations"], $column["through"], $column["parked"], $column["off"], $column["turned"]
            exit !(NR == 10801 && least >= 0 && $column["violations"] == 0 && $column["through"] >= 40 &&
                $column["parked"] >= 3 && $column["off"] <= 0.05 && $column["turned"] <= 2)
        }' "$folder/report.csv" || fail "seed $seed: cars have to keep apart, obey the light and park"
done

"$1" run "$2/traffic/parking.lua" --headless --ticks 7200 --report "$folder/report.csv"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; least = 5 }
    NR > 1 { least = $column["gap"] < least ? $column["gap"] : least }
    NR > 3601 {
        off = $column["off"] > off ? $column["off"] : off
        turned = $column["turned"] > turned ? $column["turned"] : turned
        fastest = $column["speed"] > fastest ? $column["speed"] : fastest
        away += $column["parked"] != 12
    }
    END {
        printf "parking: gap %.2f m, %.4f m and %.3f degrees off, %.4f m/s\n", least, off, turned, fastest
        exit !(NR == 7201 && least >= 0 && away == 0 && off <= 0.05 && turned <= 2 && fastest <= 0.001)
    }' "$folder/report.csv" || fail "all twelve have to park, and stay"

# Without lights to mind the streets run into each other: the gap that is watched can fall below zero.
cp -r "$2/traffic" "$folder/blind"
sed -i 's/math.min(behind_others(self), before_light(self, rest))/behind_others(self)/' "$folder/blind/car.lua"
"$1" run "$folder/blind" --headless --ticks 10800 --report "$folder/report.csv"
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
    NR > 1 && $column["gap"] < 0 { crashes++ }
    END { exit !(NR == 10801 && crashes > 0 && $column["violations"] > 0) }' "$folder/report.csv" ||
    fail "cars that do not mind the light have to run into each other"

[ $failures -eq 0 ]
