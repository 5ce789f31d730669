#!/usr/bin/env bash
# Looks for inputs that break something, with clang's libFuzzer under ASan and UBSan, in each harness for so many seconds.
# The build is made when it is not there. What is found stays in BUILD/fuzz as crash-*, timeout-* and so on; what reached
# new code stays there too, and is where the next run begins.
#
# Usage: fuzz.sh [SECONDS [BUILD [HARNESS...]]], by default 600 s each, in build-fuzz; as many at a time as there are
# processors.
# Ends with status 1 when something was found.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600} build=${2:-build-fuzz}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- snapshot replay source syntax api options csv json wkt tiled png manifest lines plans

[ -f "$build/build.ninja" ] || CC=clang CXX=clang++ meson setup "$build" --werror -Dfuzzer=true \
    -Db_sanitize=address,undefined -Db_lundef=false -Doptimization=1 -Ddebug=true -Dc_args=-g1 -Dcpp_args=-g1 \
    -Dviewer=disabled >/dev/null
ninja -C "$build" engine/player/drover tests/fuzz/fuzz >"$build/fuzz.log" ||
    { cat "$build/fuzz.log"; exit 1; }
export DROVER_PROGRAM=$PWD/$build/engine/player/drover
export ASAN_OPTIONS=${ASAN_OPTIONS-detect_leaks=1}:allocator_may_return_null=1
export UBSAN_OPTIONS=${UBSAN_OPTIONS-halt_on_error=1:print_stacktrace=1}
program=$PWD/$build/tests/fuzz/fuzz
failed_once=$PWD/tests/fuzz/seeds
mkdir -p "$build/fuzz"
cd "$build/fuzz"

rm -f failed

fuzz() {
    local name=$1 found runs inputs
    mkdir -p "$name"
    "$program" "$name" --write-seeds "$name" >"$name.log" 2>&1 || { cat "$name.log"; touch failed; return; }
    inputs=("$name")
    [ ! -d "$failed_once/$name" ] || inputs+=("$failed_once/$name")
    # Whether anything leaks is checked once, at the end: each time would take a hundred times as long as an input.
    if "$program" "$name" "-max_total_time=$seconds" -detect_leaks=0 -max_len=262144 -timeout=60 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="$PWD/$name-" "${inputs[@]}" >"$name.log" 2>&1; then
        found="nothing found"
    else
        found="FAILED, see $build/fuzz/$name.log"
        tail -n 60 "$name.log"
        touch failed
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$name.log")
    echo "$name: ${runs:-no} inputs in $seconds s, $found"
}

# One for each processor.
for name in "$@"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 0.2; done
    fuzz "$name" &
done
wait
[ ! -e failed ]
