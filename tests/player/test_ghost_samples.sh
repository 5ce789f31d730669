#!/bin/sh
# Samples run with and without a ghost: their hashes, rows, reports, logs and output are the same, whatever the save
# changed. One that changes nothing makes no difference, one that changes a number does.
# Usage: test_ghost_samples.sh PROGRAM SAMPLES.
set -u

drover=$1
samples=$2
. "$(dirname "$0")/../live.sh"

said() { grep -q "$1" "$folder/answers"; }

sample() { # ghost on or off, its name, its module, the edit at tick 60
    rm -rf "$folder/s"
    cp -r "$samples/$2" "$folder/s"
    : >"$folder/answers"
    (
        printf 'ghost %s\nstep 60\nstatus\n' "$1"
        await said '^tick 60 '
        sed -i "$4" "$folder/s/$3"
        printf 'reload\nstep 90\nquit\n'
    ) | "$drover" run "$folder/s" --headless --paused --hash=5 --record "$folder/$1.csv" --every 10 \
        --report "$folder/$1.report" --log "$folder/$1.log" >"$folder/$1.out" 2>"$folder/answers"
}

expect_the_same() { # arguments of sample, without the first
    sample off "$@"
    sample on "$@"
    for file in out csv report log; do
        check "$1, '$3': its $file" cmp -s "$folder/on.$file" "$folder/off.$file"
    done
    check "$1: of all ticks" [ "$(wc -l <"$folder/on.out")" -eq 30 ]
    check "$1: a ghost goes on" said '^ghost: the world goes on without reload 2 from tick 60$'
}

for name in aquarium caribou traffic trail_boss; do
    expect_the_same $name main.lua '$a -- no more'
    check "$name: nothing differs" [ "$(grep -c '^ghost: ' "$folder/answers")" -eq 2 ]
done
expect_the_same caribou caribou.lua 's/speed = 0.8,/speed = 2,/'
check "caribou: they go faster" said '^ghost: diverged at tick 61: caribou#1: velocity is '
expect_the_same boids boid.lua 's/horizon = 0.8/horizon = 0.3/'
check "boids: they see what is in their way later" said '^ghost: diverged at tick [0-9]*: boid#[0-9]*: velocity is '
expect_the_same chase jerry.lua 's/max_speed = 2.8/max_speed = 2/'
check "chase: Jerry is slower" said '^ghost: diverged at tick 61: jerry#[0-9]*: velocity is '

[ "$failures" -eq 0 ]
