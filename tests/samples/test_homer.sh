#!/bin/bash
# The homer sample. With eight seeds: hardly aware of anything he passes the bench without noticing who sits there;
# fully aware he notices; either way she meets him, and both are at home within two minutes and a half. On his own way
# he walks slower than she does, and at a less even rate (the deviation of the speed over its mean). No two bodies (0.25
# m) ever touch, and nobody's reaches into a house.
# Usage: test_homer.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# homer [OPTION…]: the monitors in the end; mean and evenness of the speeds on their own ways; how near two centers, and
# a center and a house, came.
homer() {
    "$drover" run "$sample" "$@" --headless --ticks 9000 --record "$folder/trace.csv" --every 6 \
        --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        END {
            printf "noticed=%d met=%d at_home=%d ", $column["noticed"], $column["met"], $column["at_home"]
        }' "$folder/report.csv"
    awk -F, '
        function beyond(offset, half) {
            offset = offset < 0 ? -offset : offset
            return offset > half ? offset - half : 0
        }
        function least(name, value) { if (!(name in low) || value < low[name]) low[name] = value }
        BEGIN { houses = split("15 17.5 28 19|39 14 2 28", house, "|") }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["tick"] != tick { tick = $column["tick"]; count = 0 }
        {
            x = $column["x"]; y = $column["y"]
            way = $column["kind"] $column["state"]
            if (way == "homergoing_home" || way == "partnergoing_to_bar") {
                speed = sqrt($column["vx"] ^ 2 + $column["vy"] ^ 2)
                n[way]++; sum[way] += speed; squares[way] += speed ^ 2
            }
            for (i = 1; i <= houses; i++) {
                split(house[i], b, " ")
                least("house", sqrt(beyond(x - b[1], b[3] / 2) ^ 2 + beyond(y - b[2], b[4] / 2) ^ 2))
            }
            for (i = 1; i <= count; i++) least("nearest", sqrt((x - xs[i]) ^ 2 + (y - ys[i]) ^ 2))
            count++; xs[count] = x; ys[count] = y
        }
        END {
            for (way in n) {
                mean = sum[way] / n[way]; who = way ~ /^homer/ ? "his" : "her"
                printf "%s_speed=%f %s_deviation=%f ", who, mean, who, sqrt(squares[way] / n[way] - mean ^ 2) / mean
            }
            printf "house=%f nearest=%f\n", low["house"], low["nearest"]
        }' "$folder/trace.csv"
}

drover=$1
sample=$2/homer
for seed in 1 2 3 4 5 6 7 8; do
    for aware in 0.1 1; do
        found=$(homer --seed $seed --set aware=$aware)
        echo "seed $seed, aware $aware: $found"
        eval "$found"
        [ "$met" = 1 ] || fail "seed $seed, aware $aware: she does not meet him"
        [ "$at_home" = 2 ] || fail "seed $seed, aware $aware: not both are at home"
        holds "$nearest >= 0.499 && $house >= 0.249" || fail "seed $seed, aware $aware: bodies touched"
        [ "$noticed" = "${aware%.*}" ] || fail "seed $seed, aware $aware: noticed $noticed times"
        [ $aware = 1 ] && continue # he leaves his way at once
        holds "$his_speed < $her_speed" || fail "seed $seed: he is the faster one"
        holds "$his_deviation > $her_deviation" || fail "seed $seed: he walks evenly"
    done
done

[ $failures -eq 0 ]
