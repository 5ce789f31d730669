#!/bin/bash
# A minute of a sample ends in the state that tests/golden keeps for it, without a suspended agent.
# Usage: test_golden.sh DROVER SAMPLES NAME [--update]
# NAME is a folder of samples/, or a .lua file in one. When a change is meant to alter the run, keep
# the new hash:
#   tests/samples/test_golden.sh build/engine/player/drover samples caribou --update
set -euo pipefail

drover=$1
name=$3
golden=$(cd "$(dirname "$0")" && pwd)/../golden/$(basename "${name//\//_}" .lua).txt
. "$(dirname "$0")/fewer.sh"

found=$("$drover" run "$2/$name" --headless --ticks 3600 --hash "${fewer[@]}")
if [ "${4-}" = --update ]; then
    echo "$found" >"$golden"
elif [ "$found" != "$(cat "$golden")" ]; then
    echo "FAILED: not the golden hash: $(cat "$golden") was kept, $found found"
    exit 1
fi
