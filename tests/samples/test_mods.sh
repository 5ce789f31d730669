#!/bin/bash
# The mods of the caribou sample: each of their subsets ends in the state that tests/golden keeps for it, and all orders in
# one. Usage: test_mods.sh DROVER SAMPLES [--update]
set -euo pipefail

drover=$1
sample=$2/caribou
golden=$(cd "$(dirname "$0")" && pwd)/../golden/caribou_mods.txt
found=$(mktemp)
trap 'rm -f "$found"' EXIT

run() {
    "$drover" run "$sample" "$@" --headless --ticks 1200 --hash </dev/null
}

for mods in winter hunters braver_bulls winter,hunters winter,braver_bulls hunters,braver_bulls \
    winter,hunters,braver_bulls; do
    echo "$mods $(run --mods "$mods")" >>"$found"
done
if [ "${3-}" = --update ]; then
    cp "$found" "$golden"
fi
diff "$golden" "$found" || {
    echo "FAILED: not the golden hashes"
    exit 1
}

all=$(tail -1 "$found" | cut -d' ' -f2-)
for order in "winter hunters braver_bulls" "winter braver_bulls hunters" "hunters winter braver_bulls" \
    "hunters braver_bulls winter" "braver_bulls winter hunters" "braver_bulls hunters winter"; do
    options=()
    for mod in $order; do
        options+=(--mod "$sample/mods/$mod")
    done
    hash=$(run "${options[@]}")
    [ "$hash" = "$all" ] || {
        echo "FAILED: $order: $hash, not $all"
        exit 1
    }
done
