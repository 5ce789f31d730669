#!/bin/bash
# The maze sample. With eight seeds the walker, who minds nothing but depth, is out within two minutes, and its body
# (0.3 m) never reaches into a wall; when its sensors tell but one bit it stays inside.
# Usage: test_maze.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# The walls: from x, y to x, y, a line each, of what is drawn in MAZE.
walls() {
    awk -F'"' '
        /^  "[+| -]*",$/ { text[++count] = $2 }
        /^local CELL = / { split($0, words, " "); cell = words[4] }
        END {
            for (line = 1; line <= count; line++)
                for (i = 1; i <= length(text[line]); i++) {
                    x = (i - 1) / 2 * cell; y = (count - line) / 2 * cell; sign = substr(text[line], i, 1)
                    if (sign == "-") print x - cell / 2, y, x + cell / 2, y
                    if (sign == "|") print x, y - cell / 2, x, y + cell / 2
                }
        }' "$sample/main.lua"
}

# maze [OPTION…]: when it was out, 0 for never, and how near its center came to a wall.
maze() {
    "$drover" run "$sample" "$@" --headless --ticks 7200 --record "$folder/trace.csv" --every 6 \
        --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        END { printf "took=%f ", $column["took"] }' "$folder/report.csv"
    walls >"$folder/walls"
    awk -F, '
        function within(value, low, high) { return value < low ? low : value > high ? high : value }
        FILENAME ~ /walls$/ {
            split($0, end, " "); count++
            x0[count] = end[1]; y0[count] = end[2]; x1[count] = end[3]; y1[count] = end[4]
            next
        }
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            x = $column["x"]; y = $column["y"]
            for (i = 1; i <= count; i++) {
                off = sqrt((x - within(x, x0[i], x1[i])) ^ 2 + (y - within(y, y0[i], y1[i])) ^ 2)
                if (nearest == "" || off < nearest) nearest = off
            }
        }
        END { printf "walls=%d nearest=%f\n", count, nearest }' "$folder/walls" "$folder/trace.csv"
}

drover=$1
sample=$2/maze
for seed in 1 2 3 4 5 6 7 8; do
    found=$(maze --seed $seed)
    echo "seed $seed: $found"
    eval "$found"
    holds "$took > 0" || fail "seed $seed: it did not find out"
    holds "$walls > 20 && $nearest >= 0.299" || fail "seed $seed: it was in a wall"
done

found=$(maze --set bits=1)
echo "one bit: $found"
eval "$found"
holds "$took == 0" || fail "one bit is enough"

[ $failures -eq 0 ]
