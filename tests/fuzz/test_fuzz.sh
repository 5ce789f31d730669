#!/usr/bin/env bash
# A harness over its seeds, over the inputs that failed once, and over some mutants of both.
# Usage: test_fuzz.sh HARNESS FOLDER RUNS, with the folder of inputs that failed, if there is one.
set -euo pipefail
harness=$(realpath "$1") failed_once=$2 runs=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/seeds"
"$harness" --write-seeds "$folder/seeds"
if [ -d "$failed_once" ]; then
    cp "$failed_once"/* "$folder/seeds"
fi
cd "$folder"
if ! "$harness" "-runs=$runs" -seed=1 seeds; then
    for input in crash-*; do
        echo "$input, in Base64:"
        base64 "$input"
    done
    exit 1
fi
