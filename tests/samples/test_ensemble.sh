#!/bin/bash
# The ensemble sample. With eight seeds: all three arrive within a minute and a half; nobody's body (0.25 m) is in a box
# or a bush, and no two touch; red loses gold from sight, makes for where it saw gold last by a step (0.7 m) at least,
# and sees it again; blue slows down, by a tenth or more of its pace, while it walks and gold is near, and faces west in
# the end, within 0.1 rad; with foresight blue and gold pass at a greater distance than without.
# Usage: test_ensemble.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# ensemble [OPTION…]: who arrived, whether gold was seen, lost and seen again, how far blue is off west; how near two
# centers and a thing came, how near blue and gold, and the least speed of blue when gold was within 7 m.
ensemble() {
    "$drover" run "$sample" "$@" --headless --ticks 5400 --record "$folder/trace.csv" --every 6 \
        --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            seen = $column["seen"]
            if (NR > 2 && seen < before) lost = 1
            if (lost && seen > before) again = 1
            before = seen
        }
        END {
            printf "arrived=%d again=%d off_west=%f ", $column["arrived"], again, $column["off_west"]
        }' "$folder/report.csv"
    awk -F, '
        function beyond(offset, half) {
            offset = offset < 0 ? -offset : offset
            return offset > half ? offset - half : 0
        }
        function least(name, value) { if (!(name in low) || value < low[name]) low[name] = value }
        BEGIN {
            boxes = split("19 10.5 2 3|24 17 3 4|12 16 3 3", box, "|")
            bushes = split("12 7|27 9|18 17|8 16|31 17", bush, "|")
        }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["tick"] != tick { tick = $column["tick"]; count = 0 }
        {
            kind = $column["kind"]; x = $column["x"]; y = $column["y"]
            speed[kind] = sqrt($column["vx"] ^ 2 + $column["vy"] ^ 2); state[kind] = $column["state"]
            for (i = 1; i <= boxes; i++) {
                split(box[i], b, " ")
                least("thing", sqrt(beyond(x - b[1], b[3] / 2) ^ 2 + beyond(y - b[2], b[4] / 2) ^ 2))
            }
            for (i = 1; i <= bushes; i++) {
                split(bush[i], b, " ")
                least("thing", sqrt((x - b[1]) ^ 2 + (y - b[2]) ^ 2) - 0.7)
            }
            for (i = 1; i <= count; i++) {
                apart = sqrt((x - xs[i]) ^ 2 + (y - ys[i]) ^ 2)
                least("nearest", apart)
                if (kind kinds[i] == "bluegold" || kind kinds[i] == "goldblue") {
                    least("passing", apart)
                    if ($column["time"] > 1 && apart < 7 && state["blue"] == "errand") least("slow", speed["blue"])
                }
            }
            count++; xs[count] = x; ys[count] = y; kinds[count] = kind
        }
        END { for (name in low) printf "%s=%f ", name, low[name]; print "" }' "$folder/trace.csv"
}

# How much nearer red came, while it first did not see gold, to where it saw gold last.
search() {
    awk -F, '
        FNR == 1 { file++; for (i = 1; i <= NF; i++) column[file, $i] = i; next }
        file == 1 { seen[$column[1, "tick"]] = $column[1, "seen"]; next }
        $column[2, "kind"] == "gold" { x = $column[2, "x"]; y = $column[2, "y"]; next }
        $column[2, "kind"] == "red" {
            if (seen[$column[2, "tick"]]) {
                if (is_lost) exit
                last_x = x; last_y = y
                next
            }
            off = sqrt(($column[2, "x"] - last_x) ^ 2 + ($column[2, "y"] - last_y) ^ 2)
            if (!is_lost) { is_lost = 1; from = least = off }
            if (off < least) least = off
        }
        END { printf "%f\n", from - least }' "$folder/report.csv" "$folder/trace.csv"
}

drover=$1
sample=$2/ensemble
for seed in 1 2 3 4 5 6 7 8; do
    found=$(ensemble --seed $seed --set foresight=0)
    echo "seed $seed, blind to others: $found"
    eval "$found"
    blind=$passing
    found=$(ensemble --seed $seed)
    found="$found nearer=$(search)"
    echo "seed $seed: $found"
    eval "$found"
    [ "$arrived" = 3 ] || fail "seed $seed: $arrived of 3 arrived"
    [ "$again" = 1 ] || fail "seed $seed: red did not lose gold and see it again"
    holds "$nearer >= 0.7" || fail "seed $seed: red does not go to where it saw gold last"
    holds "$off_west <= 0.1" || fail "seed $seed: blue does not look west"
    holds "$thing >= 0.249" || fail "seed $seed: somebody was in a box or a bush"
    holds "$nearest >= 0.499" || fail "seed $seed: two touched"
    holds "$slow <= 0.9 * 1.3" || fail "seed $seed: blue did not slow down"
    holds "$passing > $blind" || fail "seed $seed: foresight keeps nobody apart"
done

[ $failures -eq 0 ]
