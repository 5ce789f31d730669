#!/usr/bin/env bash
# A harness over its seeds, over the inputs that failed once, and over some mutants of both.
# Usage: test_fuzz.sh FUZZ HARNESS FOLDER RUNS, with the program `fuzz`, and with the folder of inputs that failed, if there is one.
set -euo pipefail
program=$(realpath "$1") harness=$2 failed_once=$3 runs=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/seeds"
"$program" "$harness" --write-seeds "$folder/seeds"
if [ -d "$failed_once" ]; then
    cp "$failed_once"/* "$folder/seeds"
fi
cd "$folder"
if ! "$program" "$harness" "-runs=$runs" -seed=1 seeds; then
    for input in crash-*; do
        echo "$input, in Base64:"
        base64 "$input"
    done
    exit 1
fi
