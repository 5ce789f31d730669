#!/usr/bin/env bash
# Runs the suites of trust and prints a table of figures: what must hold, the command, the last line that it printed, and
# whether it held. With --quick each suite runs for a moment; whole, they take some hours.
#
# Usage: trust.sh [--quick] [BUILD], BUILD being a build with tests, by default build-test. Ends with status 1 when a row
# does not hold. What the suites printed stays in BUILD/trust.
set -euo pipefail
cd "$(dirname "$0")/.."
quick=
if [ "${1-}" = --quick ]; then
    quick=yes
    shift
fi
build=${1:-build-test}
drover=$build/engine/player/drover
mkdir -p "$build/trust"
ninja -C "$build" >"$build/trust/build.log" || { cat "$build/trust/build.log"; exit 1; }
status=0

# What a log of meson test or of a suite comes to.
figure() {
    local all failed
    all=$(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$1")
    failed=$(sed -n 's/^Fail: *\([0-9]*\).*/\1/p' "$1")
    if [ -n "$all" ]; then
        echo "$all tests hold, $failed fail"
    else
        grep -v -e '^ninja: ' -e '^FAILED: ' -e '^\[[0-9]*/' -e '^$' "$1" | tail -n "$2" | paste -s -d ';'
    fi
}

# row NAME LINES QUICK WHOLE: the commands of the short and the long run, "-" for none; so many lines of what they print
# are the figure.
row() {
    local name=$1 command=$4 held=yes log
    [ -z "$quick" ] || command=$3
    [ "$command" != - ] || return 0
    log=$build/trust/${name//[^a-z]/-}.log
    bash -o pipefail -c "$command" >"$log" 2>&1 || held=no
    [ "$held" = yes ] || status=1
    echo "| $name | \`$command\` | $(figure "$log" "$2") | $held |"
}

short="meson test -C $build --no-rebuild"
echo "| what | command | figure | holds |"
echo "|---|---|---|---|"
row "determinism" 1 "$short --suite determinism" "ninja -C $build determinism"
row "determinism on ARM" 1 - "ninja -C $build determinism-aarch64"
row "save, load, compare" 1 "tests/determinism/save_load.sh $drover samples/caribou" \
    "tests/determinism/save_load.sh $drover samples/*/"
row "allocation failure" 1 "$short 'failing memory*'" "ninja -C $build failing-memory"
row "failing disk" 1 "$short failing_disk output outputs" "$short failing_disk output outputs"
row "killed while saving" 1 "$short 'kills while saving'" "ninja -C $build kill-while-saving"
row "random worlds: save, load, go on, roll back" 1 "$short 'any world'" "ninja -C $build any-worlds"
row "damaged snapshots, logs, sources; the API; the command line" 5 "tests/fuzz/fuzz.sh 10" "tests/fuzz/fuzz.sh"
row "every byte of a snapshot" 1 "$short damage" "$short damage"
row "hostile scripts" 1 "tests/hostile/test_hostile.sh $drover" "tests/hostile/test_hostile.sh $drover"
row "no C function runs long" 1 "$short long_calls" "ninja -C $build long-calls"
row "patterns as in Lua" 1 "$short 'patterns as in Lua'" "ninja -C $build fuzz-patterns"
row "what samples claim, with all seeds" 1 "$short 'lamp does what its README says'" "ninja -C $build claims-five"
row "broken reloads" 1 "$short 'soak of reloads'" "ninja -C $build soak"
row "saves that fail leave no trace" 1 "$short 'saves that fail leave no trace'" "ninja -C $build broken-saves"
row "mixed sessions replay" 1 "$short 'mixed sessions replay'" "ninja -C $build mixed-sessions"
row "valgrind" 1 "$short --setup valgrind memory" "$short --setup valgrind --suite bindings"
row "coverage" 2 - "tests/coverage.sh 2>&1 | grep -e ^engine: -e ^bindings:"
exit $status
