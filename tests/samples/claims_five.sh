#!/bin/bash
# Tests samples with all seeds of their tests. Prints what each comes to, and the processor time of all; status 1 when one
# fails.
# Usage: claims_five.sh DROVER SAMPLE...
set -uo pipefail

drover=$1
shift
failed=0
for sample in "$@"; do
    output=$("$drover" test "$sample") || {
        failed=$((failed + 1))
        echo "$output"
    }
    printf '%-16s %s\n' "$(basename "$sample")" "$(tail -n 1 <<<"$output")"
done
echo "$# samples, $failed failed"
echo "processor time of this shell and of the tests, user and system:"
times
[ "$failed" -eq 0 ]
