#!/bin/bash
# The trail boss sample: in three minutes every stray is back with the herd within one, and there are
# several; without cowboys none comes back.
# Usage: test_trail_boss.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# How many came back, and the longest that one was away or still is, in whole seconds.
strays() {
    "$drover" run "$sample" --headless --seconds 180 --record "$folder/trace.csv" --every 10 "$@"
    awk -F, '
        function ends(cow, time) {
            if (time - left[cow] > longest) longest = time - left[cow]
            delete left[cow]
        }
        $4 == "cow" && $5 != "grazing" && !($3 in left) { left[$3] = $2 }
        $4 == "cow" && $5 == "grazing" && $3 in left { back++; ends($3, $2) }
        $4 == "cow" { now = $2 }
        END {
            for (cow in left) ends(cow, now)
            print back + 0, int(longest)
        }' "$folder/trace.csv"
}

drover=$1
sample=$2/trail_boss
read -r back longest < <(strays)
read -r alone _ < <(strays --set cowboys=0)
echo "$back strays came back, the longest away $longest s; $alone without cowboys"
[ "$back" -ge 5 ] && [ "$longest" -le 60 ] && [ "$alone" -eq 0 ]
