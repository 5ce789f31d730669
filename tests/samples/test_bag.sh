#!/bin/bash
# The bag sample, ten minutes with five seeds, with the monitor and without. With it the elephant goes on with its search
# for two ticks at most while it sees a bag: it sees it in the one and turns in the next. Without it goes on for more than
# a second in each run, and in sum it fetches fewer. Either way it fetches some, searches the rooms in their order
# whatever interrupts it, and is in no wall.
# Usage: test_bag.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# search OPPORTUNISTIC SEED: prints how many bags were fetched, for how many ticks on end it went on with one in sight,
# how many rooms were searched, and how many of those were not the next.
search() {
    "$drover" run "$sample" --headless --ticks 36000 --seed "$2" --set opportunistic="$1" --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            past = $column["goes_past"] == 1 ? past + 1 : 0
            if (past > longest) longest = past
            room = $column["room"]
            if (before && room != before) { rooms++; if (room != before % 12 + 1) wrong++ }
            before = room
        }
        END {
            printf "fetched=%d longest=%d rooms=%d wrong=%d\n", $column["fetched"], longest, rooms, wrong
            if (NR != 36001) { print "report cut short" > "/dev/stderr"; exit 1 }
        }' "$folder/report.csv"
}

# deepest OPPORTUNISTIC: how far the elephant reaches into a wall, in meters; below zero into none.
deepest() {
    "$drover" run "$sample" --headless --ticks 36000 --set opportunistic="$1" --record "$folder/trace.csv" --every 5
    awk -F, '
        function wall(x1, y1, x2, y2) {
            count++; x[count] = (x1 + x2) / 2; y[count] = (y1 + y2) / 2
            w[count] = x2 > x1 ? (x2 - x1) / 2 : 0.15; d[count] = y2 > y1 ? (y2 - y1) / 2 : 0.15
        }
        BEGIN {
            for (middle = -15; middle <= 15; middle += 6)
                for (side = -1; side <= 1; side += 2) {
                    wall(middle - 3, 2 * side, middle - 1.4, 2 * side)
                    wall(middle + 1.4, 2 * side, middle + 3, 2 * side)
                    if (middle < 15) wall(middle + 3, side > 0 ? 2 : -8, middle + 3, side > 0 ? 8 : -2)
                }
            deepest = -1000
        }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["kind"] == "elephant" {
            for (i = 1; i <= count; i++) {
                across = $column["x"] - x[i]; across = (across < 0 ? -across : across) - w[i]
                along = $column["y"] - y[i]; along = (along < 0 ? -along : along) - d[i]
                outside = sqrt((across > 0 ? across ^ 2 : 0) + (along > 0 ? along ^ 2 : 0))
                inside = across > along ? across : along
                depth = 0.6 - outside - (inside < 0 ? inside : 0)
                if (depth > deepest) deepest = depth
            }
        }
        END { print deepest }' "$folder/trace.csv"
}

drover=$1
sample=$2/bag
with=0 without=0
for seed in 1 2 3 4 5; do
    for opportunistic in true false; do
        what="seed $seed, opportunistic=$opportunistic"
        found=$(search $opportunistic $seed)
        echo "$what: $found"
        eval "$found"
        [ "$fetched" -gt 0 ] || fail "$what: nothing fetched"
        [ "$rooms" -gt 0 ] || fail "$what: no rooms searched"
        [ "$wrong" = 0 ] || fail "$what: $wrong rooms were not the next"
        if [ $opportunistic = true ]; then
            with=$((with + fetched))
            [ "$longest" -le 2 ] || fail "$what: it went on for $longest ticks with a bag in sight"
        else
            without=$((without + fetched))
            [ "$longest" -gt 60 ] || fail "$what: it went on for no more than $longest ticks"
        fi
    done
done
[ $with -gt $without ] || fail "$with bags with the monitor, $without without it"

for opportunistic in true false; do
    depth=$(deepest $opportunistic)
    echo "opportunistic=$opportunistic: $depth m deep in a wall at most"
    awk "BEGIN { exit !($depth <= 0) }" || fail "opportunistic=$opportunistic: in a wall"
done

[ $failures -eq 0 ]
