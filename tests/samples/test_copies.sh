#!/bin/sh
# Every sample copied under another name passes its own tests, mods included. Usage: test_copies.sh PROGRAM SAMPLE...
set -u

drover=$1
shift
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

passes() {
    "$drover" new "$folder/copy" --from "$1" >"$folder/out" 2>&1 &&
        "$drover" test "$folder/copy" >"$folder/out" 2>&1 && ! grep -q "this mod is for" "$folder/out"
}

for sample in "$@"; do
    check "$(basename "$sample")" passes "$sample"
    rm -rf "$folder/copy"
done
[ "$failures" -eq 0 ]
