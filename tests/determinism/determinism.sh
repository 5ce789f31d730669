#!/bin/bash
# One scenario has one state hash a tick: whatever compiler and optimization built the program, on
# however many threads, with vectors of any width, in a window or without one.
# Usage: determinism.sh [--window] SCENARIO TICKS PROGRAM...
# With --window the last program runs in a window too; this needs a display. suite.sh compares more.
set -eu
. "$(dirname "$0")/runs.sh"

window=no
if [ "$1" = --window ]; then
    window=yes
    shift
fi
scenario=$1
wanted=$2
shift 2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

run() { # NAME PROGRAM OPTION...
    local name=$1 program=$2
    shift 2
    compare "$wanted" "$name" "$program" run "$scenario" --ticks "$wanted" --hash=1 "$@"
}

for program; do
    for threads in 1 2 4; do
        run "$program, threads $threads" "$program" --headless --threads $threads
    done
    for bits in 128 256; do
        export DROVER_VECTOR_BITS=$bits
        run "$program, $bits bits" "$program" --headless
        unset DROVER_VECTOR_BITS
    done
done
if [ $window = yes ]; then
    run "$program in a window" "$program" --speed max
fi

echo "$scenario: $runs runs, $ticks ticks compared, $differences differences"
[ $differences -eq 0 ]
