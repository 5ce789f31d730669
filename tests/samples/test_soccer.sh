#!/bin/bash
# The soccer sample, with six seeds of three minutes: at least two goals each, goals for both teams
# over all, never six players within 2 m of the ball, which never lies for 3 s; nobody leaves the
# grass, no player stands on the same meter for half a minute and none runs through another.
# Usage: test_soccer.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
failures=0
blue=0
red=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

for seed in 1 2 3 4 5 6; do
    "$1" run "$2/soccer" --headless --ticks 10800 --seed $seed --report "$folder/report.csv" \
        --record "$folder/trace.csv" --every 6
    awk -F, -v seed=$seed '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 { crowd = $column["crowd"] + 0 > crowd ? $column["crowd"] + 0 : crowd }
        END {
            blue = $column["blue"]; red = $column["red"]
            printf "seed %d: %d to %d, %d times out, a crowd of %d, the ball lay %.1f s\n", seed, blue, red,
                $column["out"], crowd, $column["still"]
            print blue, red >"/dev/stderr"
            exit !(NR == 1801 && blue + red >= 2 && crowd < 6 && $column["still"] < 3)
        }' "$folder/report.csv" 2>"$folder/score" || fail "seed $seed: the game has to go on"
    read -r more_blue more_red <"$folder/score"
    blue=$((blue + more_blue))
    red=$((red + more_red))
    awk -F, '
        NR > 1 && $4 == "player" {
            if ($6 < -32 || $6 > 32 || $7 < -21 || $7 > 21) out++
            if (!($3 in x) || ($6 - x[$3]) ^ 2 + ($7 - y[$3]) ^ 2 > 1) { x[$3] = $6; y[$3] = $7; since[$3] = $2 }
            if ($2 - since[$3] > longest) longest = $2 - since[$3]
            rows++
        }
        END { printf "longest on one meter %.1f s\n", longest; exit !(rows > 0 && out == 0 && longest < 30) }' \
        "$folder/trace.csv" || fail "seed $seed: players have to stay on the grass, and move"
    lua5.4 "$here/trace_apart.lua" "$folder/trace.csv" 0.1 0 1 player=0.4 ||
        fail "seed $seed: players were in each other"
done

[ $blue -gt 0 ] && [ $red -gt 0 ] || fail "both teams have to score, found $blue to $red"
[ $failures -eq 0 ]
