#!/bin/bash
# The police_tree sample. With six seeds and three degrees of awareness, ten minutes each: the officer notices the
# burglar as often as the probability says, summed over the ticks in which he could have, give or take four standard
# deviations; never when he is not aware at all, though he sees him. Some are arrested and some lost at each degree,
# and the fully aware officer makes more arrests than the hardly aware one. Then tick by tick: nobody is in a house by
# more than 0.05 m, and whoever is given up out of sight is so within 1 m of where he was seen last.
# Usage: test_police_tree.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# patrol AWARE PROBABILITY: prints what happened to six pairs, and how often he should have noticed him.
patrol() {
    for seed in 1 2 3 4 5 6; do
        "$drover" run "$sample" --headless --ticks 36000 --seed $seed --set officer="$1" --report "$folder/report.csv"
        awk -F, -v odds="$2" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            NR > 1 { ticks += $column["unnoticed"]; seen += $column["seen"] }
            END {
                if (NR != 36001) { print "report cut short" > "/dev/stderr"; exit 1 }
                print seen, ticks * (1 - (1 - odds) ^ (1 / 60)), $column["noticed"], $column["arrests"], $column["lost"]
            }' "$folder/report.csv"
    done | awk '
        { seen += $1; expected += $2; noticed += $3; arrests += $4; lost += $5 }
        END { printf "seen=%d expected=%f noticed=%d arrests=%d lost=%d\n", seen, expected, noticed, arrests, lost }'
}

drover=$1
sample=$2/police_tree

# From 0.05 at a degree of 0.1 to 0.95 at one of 1 (people.lua).
for pair in 0:0 0.1:0.05 0.5:0.45 1:0.95; do
    aware=${pair%:*}
    found=$(patrol "$aware" "${pair#*:}")
    echo "aware $aware: $found"
    eval "$found"
    [ "$seen" -gt 0 ] || fail "aware $aware: the officer never sees him"
    awk "BEGIN { d = $noticed - $expected; exit !(d * d <= 16 * $expected) }" || fail "aware $aware: noticed $noticed times"
    [ "$aware" = 0 ] || [ $((arrests > 0 && lost > 0)) = 1 ] || fail "aware $aware: $arrests arrested, $lost lost"
    [ "$aware" != 0.1 ] || few=$arrests
done
[ "$arrests" -gt "$few" ] || fail "$arrests arrests by the aware officer, $few by the other"

for seed in 1 2 3 4; do
    "$drover" run "$sample" --headless --ticks 36000 --seed $seed --set officer=1 \
        --report "$folder/report.csv" --record "$folder/trace.csv"
    lua5.4 "$(dirname "$0")/trace_police.lua" "$sample" "$folder/trace.csv" "$folder/report.csv" 0.05 1 |
        sed "s/^/seed $seed: /" || fail "seed $seed"
done | tee "$folder/searches"
! grep -q FAILED "$folder/searches" || failures=$((failures + 1))
grep -q 'out of sight [1-9]' "$folder/searches" || fail "nobody was given up out of sight"

[ $failures -eq 0 ]
