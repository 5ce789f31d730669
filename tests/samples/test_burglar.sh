#!/bin/bash
# The burglar sample, ten minutes with three seeds at each degree of awareness: the officer notices the burglar as often
# as the probability says, summed over the ticks in which he could have, give or take four standard deviations; never
# when he is not aware at all, though he sees him. Whom he has noticed he arrests or loses, and both happens. Then five
# minutes tick by tick: however often he is interrupted, he passes over no corner of his beat, and nobody is in a house.
# Usage: test_burglar.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# patrol AWARE PROBABILITY: prints what happened in three nights, how often he should have noticed him, and in how many
# ticks he was after more or less than one whom he had noticed.
patrol() {
    for seed in 1 2 3; do
        "$drover" run "$sample" --headless --ticks 36000 --seed $seed --set officer="$1" --report "$folder/report.csv"
        awk -F, -v odds="$2" '
            NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
            NR > 1 {
                ticks += $column["unnoticed"]; seen += $column["seen"]
                open = $column["noticed"] - $column["arrests"] - $column["lost"]
                if (open < 0 || open > 1) wrong++
            }
            END {
                if (NR != 36001) { print "report cut short" > "/dev/stderr"; exit 1 }
                print seen, ticks * (1 - (1 - odds) ^ (1 / 60)), $column["noticed"], $column["arrests"],
                    $column["lost"], wrong + 0
            }' "$folder/report.csv"
    done | awk '
        { seen += $1; expected += $2; noticed += $3; arrests += $4; lost += $5; wrong += $6 }
        END {
            printf "seen=%d expected=%f noticed=%d arrests=%d lost=%d wrong=%d\n", seen, expected, noticed, arrests,
                lost, wrong
        }'
}

drover=$1
sample=$2/burglar

# The range of the effect in people.lua: from 0.05 at a degree of 0.1 to 0.95 at one of 1.
for pair in 0:0 0.5:0.45 1:0.95; do
    aware=${pair%:*}
    found=$(patrol "$aware" "${pair#*:}")
    echo "aware $aware: $found"
    eval "$found"
    [ "$seen" -gt 0 ] || fail "aware $aware: the officer never sees him"
    awk "BEGIN { d = $noticed - $expected; exit !(d * d <= 16 * $expected) }" || fail "aware $aware: noticed $noticed times"
    [ "$wrong" = 0 ] || fail "aware $aware: noticed, but neither arrested, lost nor chased"
done
[ $((arrests > 0 && lost > 0)) = 1 ] || fail "fully aware: $arrests arrested, $lost lost"

# There is within his radius and half a meter; in one tick he runs 0.07 m at most.
for seed in 1 2 3; do
    "$drover" run "$sample" --headless --ticks 18000 --seed $seed --set officer=1 \
        --report "$folder/report.csv" --record "$folder/trace.csv"
    lua5.4 "$(dirname "$0")/trace_burglar.lua" "$sample" "$folder/trace.csv" "$folder/report.csv" 0.05 0.9 |
        sed "s/^/seed $seed: /" || fail "seed $seed"
done

[ $failures -eq 0 ]
