#!/usr/bin/env bash
# Sweeps that are killed at random moments and resumed write what an unbroken serial sweep writes: with any number of jobs, in
# three parts, and with MPI if the program has it. Usage: test_sweep_kills.sh PROGRAM FOLDER RUNS KILLS [SEED].
set -u
drover=$(realpath "$1")
scenarios=$(realpath "$2")
runs=$3
kills=$4
RANDOM=${5:-$$}
seed=${5:-$$}
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cp "$scenarios/herd.lua" .
echo "seed $seed"
plan=(herd.lua --vary deer=0:49:1 --vary unlucky=true,false --repeat $((runs / 100)) --ticks 60 --every 30)

lines() { if [ -f "$1" ]; then wc -l <"$1"; else echo 0; fi; }

# sweep_and_kill NAME PREFIX OPTION...: PREFIX is what starts the program, or env. Kills come after a random number of
# further rows, up to the whole sweep in `kills` steps, so a slow machine is killed as often as a fast one.
sweep_and_kill() {
    local name=$1 prefix=$2 killed=0 starts=0
    shift 2
    while [ ! -f "$name.csv" ] && [ $((starts++)) -lt $((kills + 20)) ]; do
        local before after=$((RANDOM % (3 * runs / kills)))
        before=$(lines "$name.csv.part")
        setsid $prefix "$drover" sweep "${plan[@]}" "$@" --out "$name.csv" --resume </dev/null >"$name.log" 2>&1 &
        local process=$!
        if [ $killed -lt "$kills" ]; then
            until [ "$(lines "$name.csv.part")" -ge $((before + after)) ] || [ -f "$name.csv" ] ||
                ! kill -0 $process 2>/dev/null; do
                sleep 0.005
            done
            kill -KILL -- -$process 2>/dev/null && killed=$((killed + 1))
        fi
        wait $process 2>/dev/null
        # The processes of a killed sweep end with it; the lock says when.
        [ ! -f "$name.csv.part" ] || flock -w 60 "$name.csv.part" true
    done
    echo "$name: killed $killed times"
}

same() { cmp serial.csv "$1.csv" && cmp serial.manifest.jsonl "$1.manifest.jsonl"; }

"$drover" sweep "${plan[@]}" --jobs 1 --out serial.csv </dev/null 2>/dev/null
check "a serial sweep" [ "$(lines serial.manifest.jsonl)" -eq $((runs + 1)) ]
[ "$failures" -eq 0 ] || exit 1
for jobs in 1 2 4; do
    sweep_and_kill "jobs$jobs" env --jobs $jobs
    check "$jobs jobs" same "jobs$jobs"
done
for part in 1 2 3; do
    sweep_and_kill "part$part" env --jobs 2 --part $part/3
done
"$drover" sweep --join part2.csv part1.csv part3.csv --out parts.csv </dev/null 2>/dev/null
check "three parts" same parts
if ldd "$drover" | grep -q libmpi; then
    sweep_and_kill ranks "mpirun --allow-run-as-root --oversubscribe -n 4"
    check "four ranks" same ranks
    "$drover" sweep --rerun 9 ranks.csv --headless </dev/null >/dev/null
    check "a run of a rank" [ $? -eq 0 ]
fi
[ "$failures" -eq 0 ]
