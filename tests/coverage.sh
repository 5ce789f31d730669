#!/usr/bin/env bash
# Which lines and branches of engine/ (without player/) and of bindings/ the tests run: the figures, and the files that have
# the most branches that no test takes. Ends with status 1 below 95 % of lines or 85 % of branches in either.
#
# Usage: coverage.sh [BUILD], by default build-coverage; it is made when it is not there. Needs gcovr. Tests that fail do
# not count here: they fail elsewhere too. Those with random input are left out: what they reach by chance is not tested.
# Long ones are left out, too: they run the same code for longer.
#
# A branch is one of the source, in any of the kernels' widths, without asserts.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build-coverage}
least_lines=95 least_branches=85

# Counting has to be atomic where threads count together.
[ -f "$build/build.ninja" ] || CC=gcc CXX=g++ meson setup "$build" -Db_coverage=true -Doptimization=1 \
    -Ddebug=true -Dviewer=disabled "-Dc_args=-DDV_COVERAGE -fprofile-update=atomic -g1" \
    "-Dcpp_args=-fprofile-update=atomic -g1" >/dev/null
ninja -C "$build" >"$build/coverage.log" || { cat "$build/coverage.log"; exit 1; }
find "$build" -name '*.gcda' -delete
meson test -C "$build" --no-rebuild --no-suite samples --no-suite claims --no-suite live \
    --no-suite random --no-suite shortened --no-suite docs --no-suite headers --no-suite outside --timeout-multiplier 10 >"$build/coverage.log" || true

gcovr --root . --filter engine/ --filter bindings/ --exclude engine/player/ \
    --exclude-lines-by-pattern '\s*(_Static_)?assert\(.*' --exclude-throw-branches -j "$(nproc)" --json "$build/coverage.json" "$build"

status=0
for part in engine bindings; do
    printf '%s: ' "$part"
    gcovr --root . --add-tracefile "$build/coverage.json" --filter "$part/" --print-summary --output "$build/files.txt" \
        --fail-under-line "$least_lines" --fail-under-branch "$least_branches" 2>"$build/coverage.log" |
        sed -n 's/^lines: \(.*%\).*/\1 of lines, /p; s/^branches: \(.*%\).*/\1 of branches/p' | tr -d '\n'
    [ "${PIPESTATUS[0]}" -eq 0 ] || status=1
    echo
done
echo "branches that no test takes, by file:"
gcovr --root . --add-tracefile "$build/coverage.json" --branches --sort-uncovered | awk '/^(engine|bindings)/ { print $3 == $2 ? 0 : $2 - $3, $1, $4 }' | sort -rn | sed -n 1,25p
exit $status
