#!/bin/bash
# The pub sample. With twenty seeds a sober one and a drunk walk thirty meters: both arrive within two minutes, the way of
# the drunk is the longer one, and his heading varies more. Ten minutes of the crawl with four seeds: people drink, rest
# on benches and go home to sleep; nobody is in a house, a tree or a bench by more than 0.05 m, no two ever touch, and
# nobody stands for more than 30 s (a glass, a rest and a night take 26). Where drinks are harmless, whoever is in a hurry
# walks faster than others, and whoever is laden slower.
# Usage: test_pub.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# Of the sober one (1) and the drunk (2): the way to within a meter of the goal, the variance of the heading on it, and
# when they were there.
pair() {
    "$drover" run "$sample/pair.lua" --headless --ticks 7200 --seed "$1" --record "$folder/trace.csv" --every 6
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            id = $column["id"]; x = $column["x"]; y = $column["y"]
            if (id in before_x && !(id in there)) {
                dx = x - before_x[id]; dy = y - before_y[id]
                step = sqrt(dx * dx + dy * dy)
                way[id] += step
                if (step > 0.01) { angle = atan2(dy, dx); count[id]++; sum[id] += angle; squares[id] += angle * angle }
            }
            if (x > 14 && !(id in there)) there[id] = $column["time"]
            before_x[id] = x; before_y[id] = y
        }
        END {
            for (id = 1; id <= 2; id++) {
                mean = sum[id] / count[id]
                printf "way_%d=%f varies_%d=%f there_%d=%f ", id, way[id], id, squares[id] / count[id] - mean * mean, id,
                    id in there ? there[id] : -1
            }
            print ""
        }' "$folder/trace.csv"
}

# The longest time in which somebody has not come further than 0.7 m.
stand() {
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            id = $column["id"]; x = $column["x"]; y = $column["y"]; time = $column["time"]
            if (!(id in since) || (x - from_x[id]) ^ 2 + (y - from_y[id]) ^ 2 > 0.49) {
                from_x[id] = x; from_y[id] = y; since[id] = time
            }
            if (time - since[id] > longest) longest = time - since[id]
        }
        END { print longest }' "$folder/trace.csv"
}

# How fast those walk who do walk: the plain ones, the rushed and the laden, who take turns by id.
speeds() {
    "$drover" run "$sample" --headless --ticks 18000 --seed "$1" --set strength=0 --record "$folder/trace.csv" --every 6
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            speed = sqrt($column["vx"] ^ 2 + $column["vy"] ^ 2)
            if (speed > 0.3) { who = $column["id"] % 3; sum[who] += speed; count[who]++ }
        }
        END { printf "plain=%f rushed=%f laden=%f\n", sum[1] / count[1], sum[2] / count[2], sum[0] / count[0] }' \
        "$folder/trace.csv"
}

drover=$1
sample=$2/pub
for seed in $(seq 20); do
    found=$(pair "$seed")
    echo "seed $seed: $found"
    eval "$found"
    holds "$there_1 > 0 && $there_2 > 0" || fail "seed $seed: somebody does not arrive"
    holds "$way_2 > $way_1 && $varies_2 > $varies_1" || fail "seed $seed: the drunk walks as straight as the other"
done

for seed in 1 2 3 4; do
    "$drover" run "$sample" --headless --ticks 36000 --seed $seed --report "$folder/report.csv" \
        --record "$folder/trace.csv" --every 5
    awk -F, -v seed=$seed '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 { asleep += $column["asleep"]; resting += $column["resting"]; drunk += $column["drunk"] }
        END {
            printf "seed %d: drunk %.2f, asleep %.3f, resting %.3f of the time\n", seed, drunk / (NR - 1),
                asleep / (NR - 1), resting / (NR - 1)
            exit !(NR == 7201 && drunk > 0 && asleep > 0 && resting > 0)
        }' "$folder/report.csv" || fail "seed $seed: people have to drink, to rest and to sleep"
    lua5.4 "$(dirname "$0")/trace_street.lua" "$sample" "$folder/trace.csv" 0.25 0.05 || fail "seed $seed: walked into it"
    lua5.4 "$(dirname "$0")/trace_apart.lua" "$folder/trace.csv" 0 0 0 guest=0.25 || fail "seed $seed: two overlap"
    longest=$(stand)
    echo "seed $seed: stood for $longest s at most"
    holds "$longest <= 30" || fail "seed $seed: somebody is stuck"
    found=$(speeds $seed)
    echo "seed $seed, harmless drinks: $found"
    eval "$found"
    holds "$rushed > $plain && $plain > $laden" || fail "seed $seed: who they are does not show"
done

[ $failures -eq 0 ]
