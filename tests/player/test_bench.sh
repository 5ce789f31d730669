#!/bin/bash
# The command `drover bench`: what it prints can be read by programs, and what it refuses it refuses before measuring.
# Usage: test_bench.sh DROVER SOURCE_ROOT
set -uo pipefail

drover=$(realpath "$1")
root=$2
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
refused() { # status, message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >out 2>err
    [ $? -eq "$status" ] && [ ! -s out ] && [ "$(cat err)" = "drover: $message" ]
}

check "an unknown name is refused" \
    refused 2 "no benchmark 'memry' (memory?); see drover bench --help" bench memry
check "a file that cannot be written is refused" \
    refused 1 "cannot write none/rows.csv: No such file or directory" bench memory --csv none/rows.csv

ln -s "$root/samples" samples
"$drover" bench start --json >start.json
check "start is measured" [ $? -eq 0 ]
"$drover" bench memory --json --csv memory.csv >memory.json
check "memory is measured" [ $? -eq 0 ]
check "both are read" python3 - <<'PYTHON'
import csv, json
start = json.load(open("start.json"))
assert start["processors"] >= 1 and start["drover"] and start["processor"] and start["compiler"], start
assert [row["benchmark"] for row in start["rows"]] == ["start"], start
assert start["rows"][0]["target"] == 50 and start["rows"][0]["median"] > 0, start
memory = json.load(open("memory.json"))["rows"]
assert [row["subject"] for row in memory] == ["flock", "flock, in Lua", "caribou", "caribou, in Lua"], memory
assert memory[0]["agents"] == 100000 and memory[0]["ratio"] == memory[0]["median"] / 256, memory
rows = list(csv.DictReader(open("memory.csv", newline="")))
assert [row["subject"] for row in rows] == [row["subject"] for row in memory], rows
assert [float(row["median"]) for row in rows] == [row["median"] for row in memory], rows
PYTHON

"$drover" bench start >table
check "the table is printed" [ $? -eq 0 ]
check "it has a head and a row" grep -q '^benchmark *agents' table
check "the row has unit, target and ratio" grep -Eq '^start caribou, one tick .* ms .* 50 +[0-9.]+$' table
rm samples
cp "$drover" drover
./drover bench start >table
check "what is skipped is no failure" [ $? -eq 0 ]
check "and says why" grep -q '^start *skipped: the samples are neither' table

[ "$failures" -eq 0 ]
