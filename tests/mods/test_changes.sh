#!/bin/bash
# Mods that change what a seed says, two at a time, of one sample after the other: `drover mods` lists what they changed, and
# nothing else.
# Usage: test_changes.sh DROVER SOURCE_ROOT [COUNT [FIRST]]
set -uo pipefail

drover=$(realpath "$1")
root=$(realpath "$2")
count=${3-40}
first=${4-1}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
samples=("$root"/samples/*/main.lua)
failures=0
listed=0

# made_up NAME SEED: write a mod.
made_up() {
    mkdir -p "$1"
    cp "$root/tests/mods/made_up/init.lua" "$1"
    echo "return { name = \"$1\" }" >"$1/mod.lua"
    echo "return { \"$1\", $2 }" >"$1/seed.lua"
}

for ((seed = first; seed < first + count; seed += 2)); do
    sample=$(dirname "${samples[seed / 2 % ${#samples[@]}]}")
    made_up aster "$seed"
    made_up bryony "$((seed + 1))"
    for mods in "aster" "aster bryony"; do
        options=$(printf -- '--mod ./%s ' $mods)
        "$drover" mods "$sample" $options >out 2>err || {
            echo "FAILED: seed $seed, $sample, $mods:" && cat err
            failures=$((failures + 1))
            break
        }
        # What the second mod changed is what comes after what the first one did.
        grep '^expect ' out | sed 's/^expect //' >printed
        [ "$mods" = aster ] && cp printed of_aster
        {
            sed 's/$/ aster/' of_aster
            [ "$mods" = aster ] || tail -n "+$(($(wc -l <of_aster) + 1))" printed | sed 's/$/ bryony/'
        } | sort >expected
        # "  PATH   MOD; before it MOD"
        sed -n '/^changed, /,$p' out | awk -F '   *' '/^  / {
            count = split($3, by, /; before it |, /)
            for (i = 1; i <= count; i++) print $2, by[i]
        }' | sort >found
        listed=$((listed + $(wc -l <found)))
        diff expected found >differences || {
            echo "FAILED: seed $seed, $sample, $mods (< not listed, > not changed):" && cat differences
            failures=$((failures + 1))
        }
    done
done
echo "$count mods, $listed changes listed, $failures failures"
[ "$failures" -eq 0 ]
