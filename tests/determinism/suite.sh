#!/bin/bash
# Every scenario has one hash a tick over threads, widths of vectors, compilers and optimizations: all of their
# combinations for caribou, boids and crossing, and for the others so few that each two values of different
# columns meet in one run. Builds what it compares, with what clang and gcc are installed.
# Usage: suite.sh FOLDER TICKS SCENARIO...     FOLDER keeps the builds for the next time
# Prints differences as they are found, then the figures; as many scenarios at a time as there are processors.
set -eu
. "$(dirname "$0")/runs.sh"

source=$(cd "$(dirname "$0")/../.." && pwd)
builds=$1
wanted=$2
shift 2
all_threads="1 2 3 4 8"
all_bits="128 256 native"
all_levels="0 2 3"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # COMPILER LEVEL
    local compiler=$1 into=$builds/$1-O$2 cxx=g++
    [ "$compiler" = gcc ] || cxx=clang++
    [ -e "$into/build.ninja" ] ||
        CC=$compiler CXX=$cxx meson setup "$into" "$source" -Doptimization="$2" -Dviewer=disabled -Dtests=disabled
    ninja -C "$into" engine/player/drover
}

# Lines "compiler level threads bits".
every_combination() {
    local compiler level threads bits
    for compiler in gcc clang; do
        for level in $all_levels; do
            for threads in $all_threads; do
                for bits in $all_bits; do
                    echo "$compiler $level $threads $bits"
                done
            done
        done
    done
}

# Fifteen of the ninety: all threads with all widths, and to each of these a level and a compiler so that any two
# values of different columns meet. Fails when they do not.
every_pair() {
    awk -v threads="$all_threads" -v bits="$all_bits" -v levels="$all_levels" 'BEGIN {
        split("gcc clang", compiler)
        level_count = split(levels, level)
        for (t = 0; t < split(threads, thread); t++)
            for (b = 0; b < split(bits, width); b++) {
                row = compiler[(t + (b == 1)) % 2 + 1] " " level[(t + b) % level_count + 1] " " \
                    thread[t + 1] " " width[b + 1]
                print row
                split(row, value)
                for (i = 1; i < 4; i++)
                    for (j = i + 1; j <= 4; j++)
                        met[i, value[i], j, value[j]] = 1
            }
        for (pair in met)
            pairs++
        exit pairs != 2 * 3 + 2 * 5 + 2 * 3 + 3 * 5 + 3 * 3 + 5 * 3
    }'
}

run() { # SCENARIO COMPILER LEVEL THREADS BITS
    local vectors=DROVER_VECTOR_BITS=$5
    [ "$5" != native ] || vectors=--unset=DROVER_VECTOR_BITS
    compare "$wanted" "$(basename "$1"): $2 -O$3, threads $4, bits $5" \
        env $vectors "$builds/$2-O$3/engine/player/drover" run "$1" --headless --ticks "$wanted" --hash=1 \
        --threads "$4"
}

scenario() { # SCENARIO: all its runs; the row of its figures goes to a file
    local cover=pairs name
    name=$(realpath "$1")
    name=${name#"$source/samples/"}
    name=${name//\//_}
    folder=$work/$name
    case $name in caribou | boids | crossing) cover=all ;; esac
    mkdir "$folder"
    while read -r compiler level threads bits; do
        run "$1" "$compiler" "$level" "$threads" "$bits"
    done <"$work/$cover"
    printf '%-20s %-5s %5d %10d %12d\n' "$name" $cover "$runs" "$ticks" "$differences" >"$work/row.$name"
    rm -r "$folder"
}

every_combination >"$work/all"
every_pair >"$work/pairs" || { echo "some pairs do not meet" >&2; exit 1; }
for compiler in gcc clang; do
    for level in $all_levels; do
        build $compiler "$level" >"$work/log" 2>&1 || { tail -n 50 "$work/log" >&2; exit 1; }
    done
done

for path; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n || true # what failed has no row
    done
    scenario "$path" &
done
wait

printf '%-20s %-5s %5s %10s %12s\n' scenario cover runs ticks differences
cat "$work"/row.*
cat "$work"/row.* | awk -v scenarios=$# '
    { runs += $3; ticks += $4; differences += $5; wanted += $2 == "all" ? 90 : 15 }
    END {
        printf "%-20s %-5s %5d %10d %12d\n", NR " of " scenarios, "", runs, ticks, differences
        exit NR != scenarios || runs != wanted || differences > 0
    }'
