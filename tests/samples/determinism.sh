#!/bin/sh
# One scenario has one state hash a tick: whatever compiler and optimization built the program, on
# however many threads, with vectors of any width, in a window or without one.
# Usage: determinism.sh [--window] SCENARIO TICKS PROGRAM...
# With --window the last program runs in a window too; this needs a display.
set -eu

window=no
if [ "$1" = --window ]; then
    window=yes
    shift
fi
scenario=$1
ticks=$2
shift 2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
different=0

# Run and compare with the first run, tick by tick.
compare() {
    "$@" --ticks "$ticks" --hash=1 >"$folder/hashes"
    if [ ! -e "$folder/first" ]; then
        if [ "$(grep -c '^hash ' "$folder/hashes")" -lt "$ticks" ]; then
            echo "$*: fewer than $ticks hashes"
            exit 1
        fi
        mv "$folder/hashes" "$folder/first"
        first=$*
    elif ! cmp -s "$folder/first" "$folder/hashes"; then
        different=$((different + 1))
        echo "$first"
        echo "$*: differ from"
        diff "$folder/first" "$folder/hashes" | sed -n '2p;/^>/{p;q}'
    fi
}

for program; do
    for threads in 1 2 4; do
        compare "$program" run "$scenario" --headless --threads "$threads"
    done
    for bits in 128 256; do
        compare env DROVER_VECTOR_BITS="$bits" "$program" run "$scenario" --headless --threads 1
    done
done
if [ $window = yes ]; then
    compare "$program" run "$scenario" --speed max
fi

[ $different -eq 0 ]
