#!/bin/bash
# How many instructions the main kernels take for an agent and a tick, counted by callgrind: for judging a change on a
# machine too noisy to time it on. Counts are of one thread; setting up is not in them.
# Usage: instructions.sh [DROVER [AGENTS]]
set -euo pipefail
cd "$(dirname "$0")/../.."

drover=${1:-build/engine/player/drover}
agents=${2:-2000}
first=10
last=30 # ticks: what lies between the two counts is divided by agents and ticks
command -v valgrind >/dev/null || { echo "valgrind is missing" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp tests/bench/*.lua samples/caribou/wolf.lua "$folder"
echo "return $agents" >"$folder/agents.lua"

# total SCENARIO TICKS OPTION...: instructions of a whole run.
total() {
    local scenario=$1 ticks=$2
    shift 2
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$drover" run "$folder/$scenario.lua" --headless --ticks "$ticks" "$@" 2>"$folder/log" >/dev/null ||
        { cat "$folder/log" >&2; return 1; }
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$folder/log"
}

# row NAME SCENARIO OPTION...
row() {
    local name=$1 scenario=$2 before after
    shift 2
    before=$(total "$scenario" "$first" "$@")
    after=$(total "$scenario" "$last" "$@")
    printf '%-28s %8d %14d\n' "$name" "$agents" $(((after - before) / (last - first) / agents))
}

printf '%-28s %8s %14s\n' kernel agents instructions
row "point masses move" moving
row "flock" flock
row "flock in a volume" flock_volume
row "flock among wolves" guards --set guarded=false
row "  with guards" guards --set guarded=true
row "Lua step" step
row "mixed crowd" crowd
row "reciprocal avoidance" reciprocal
row "herds and packs" herds
row "specks that coast" trails --set state=coasting
row "  that leave and climb" trails --set state=trailing
