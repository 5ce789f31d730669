#!/bin/bash
# A scenario that is saved after 1,000 ticks and loaded by another process, with other threads and vectors, has
# the same hash at once and at each of the next 100 ticks as one that went on. Neither saving nor loading warns.
# Usage: save_load.sh DROVER SCENARIO...
set -eu -o pipefail
. "$(dirname "$0")/runs.sh"

drover=$1
shift
saved=1000
after=100

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work

went_on() { # SCENARIO
    "$drover" run "$1" --headless --ticks $((saved + after)) --hash=1 |
        awk -v saved=$saved '/^hash / && $4 >= saved'
}

was_loaded() { # SCENARIO
    local load="$drover run $1 --headless --load $work/snapshot --threads 3"
    "$drover" run "$1" --headless --ticks $saved --save "$work/snapshot" >"$work/printed" 2>"$work/said" &&
        ! grep 'no snapshot has' "$work/said" >&2 &&
        DROVER_VECTOR_BITS=128 $load --ticks 0 --hash | grep '^hash ' &&
        DROVER_VECTOR_BITS=128 $load --ticks $after --hash=1 | grep '^hash '
}

for scenario; do
    rm -f "$work/first"
    compare $((after + 1)) "$scenario" went_on "$scenario"
    compare $((after + 1)) "$scenario, saved and loaded" was_loaded "$scenario"
done

echo "$# scenarios saved and loaded, $ticks ticks compared, $differences differences"
[ "$runs" -eq $((2 * $#)) ] && [ "$differences" -eq 0 ]
