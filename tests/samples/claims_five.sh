#!/bin/bash
# Tests samples with all seeds of their tests. Prints what each comes to, and last how many failed and the processor time;
# status 1 when one failed.
# Usage: claims_five.sh DROVER SAMPLE...
set -uo pipefail

drover=$1
shift
used=$(mktemp) || exit 1
trap 'rm -f "$used"' EXIT
failed=0
for sample in "$@"; do
    output=$("$drover" test "$sample") || {
        failed=$((failed + 1))
        echo "$output"
    }
    printf '%-16s %s\n' "$(basename "$sample")" "$(tail -n 1 <<<"$output")"
done
times >"$used" # not in a pipe, whose shell has run nothing
seconds=$(awk 'NR == 2 { split($1, user, /[ms]/); printf "%.0f", 60 * user[1] + user[2] }' "$used")
echo "$# samples, $failed failed, $seconds s of processor time"
[ "$failed" -eq 0 ]
