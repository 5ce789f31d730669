#!/bin/bash
# The chicken sample, in ten minutes with each of eight seeds: hens cross the road and dash off it before cars, and none
# is hit; thinkers, who look up every four seconds, are. With three seeds each: nobody is hit who looks up twice a
# second; hens are hit without the layer that dashes, and when half a second is all it has.
# Usage: test_chicken.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# live SCENARIO SEED: prints who was hit and got over, and how often a hen began to dash.
live() {
    "$drover" run "$1" --headless --ticks 36000 --seed "$2" --report "$folder/report.csv"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR > 1 && $column["dashing"] > dashing { dashes += $column["dashing"] - dashing }
        NR > 1 { dashing = $column["dashing"] }
        END {
            if (NR != 36001) { print "report cut short" > "/dev/stderr"; exit 1 }
            printf "hens_hit=%d hens_over=%d dashes=%d thinkers_hit=%d\n", $column["hens_hit"], $column["hens_over"],
                dashes, $column["thinkers_hit"]
        }' "$folder/report.csv"
}

# changed NAME FILE SED: a sample with one line of FILE changed, in the folder NAME.
changed() {
    cp -r "$sample" "$folder/$1"
    sed -i "$3" "$folder/$1/$2"
    ! cmp -s "$sample/$2" "$folder/$1/$2" || fail "$1: the sample has no such line"
}

drover=$1
sample=$2/chicken
for seed in 1 2 3 4 5 6 7 8; do
    found=$(live "$sample" $seed)
    echo "seed $seed: $found"
    eval "$found"
    [ "$hens_hit" = 0 ] || fail "seed $seed: hens are hit"
    [ $((hens_over > 0 && dashes > 0)) = 1 ] || fail "seed $seed: hens have to cross, and to be surprised"
    [ "$thinkers_hit" -gt 0 ] || fail "seed $seed: no thinker is hit"
done

changed brief main.lua 's/THOUGHT = 240/THOUGHT = 30/'
changed bold chicken.lua 's/when = is_upon/when = function() return false end/'
changed late chicken.lua 's/ALARM = 2/ALARM = 0.5/'
for seed in 1 2 3; do
    for name in brief bold late; do
        found=$(live "$folder/$name" $seed)
        echo "$name, seed $seed: $found"
        eval "$found"
        if [ $name = brief ]; then
            [ $((hens_hit + thinkers_hit)) = 0 ] || fail "seed $seed: somebody is hit in spite of looking up"
        else
            [ "$hens_hit" -gt 0 ] || fail "$name, seed $seed: no hen is hit"
        fi
    done
done

[ $failures -eq 0 ]
