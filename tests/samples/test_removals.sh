#!/bin/bash
# What people remove with the mouse or in the console stops no sample: its functions, its monitors, and what it draws go
# on without it. Obstacles go first, and then one kind of agents after the other, or all that in reverse; at last whatever
# world.memory has a handle on.
# Usage: test_removals.sh DROVER SAMPLE
set -uo pipefail

drover=$1
sample=$2
name=$(basename "$sample")
. "$(dirname "$0")/fewer.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

obstacles='for n = 1, 300 do
    local each = obstacle(n)
    if each then each:remove() end
end'
# The agents of the kind whose name comes first, or last.
kind() { # < or >
    echo "local kind
for each in world:agents() do if not kind or each.kind $1 kind then kind = each.kind end end
if kind then for each in world:agents(kind) do each:remove() end end"
}
handles='local function remove(list)
    for _, each in pairs(list) do
        if type(each) == "table" then remove(each) end
        if type(each) == "userdata" and pcall(function() return each.alive end) then pcall(each.remove, each) end
    end
end
remove(world.memory)'

# Runs the sample, and a line of Lua every so many ticks.
try() { # what ticks line...
    local what=$1 ticks=$2
    shift 2
    for line in "$@"; do
        printf 'step %s\nlua %s\n' "$ticks" "${line//$'\n'/ }"
    done >"$folder/commands"
    printf 'step %s\nquit\n' "$ticks" >>"$folder/commands"
    "$drover" run "$sample" --headless --paused "${fewer[@]}" --report "$folder/report.csv" \
        --frames "$folder/frames" --every 40 --size 160x100 <"$folder/commands" >"$folder/out" 2>&1
    if [ $? -ne 0 ] || grep -q '^console:' "$folder/out"; then
        echo "FAILED: $what: $(grep -v '^paused at' "$folder/out" | head -n 8)"
        failures=$((failures + 1))
    fi
}

kinds=({1..10}) # no sample has more
try "without obstacles, and kinds from the first" 120 "$obstacles" "${kinds[@]/*/$(kind '<')}"
try "without kinds from the last, and obstacles" 120 "${kinds[@]/*/$(kind '>')}" "$obstacles"
try "without what the memory has handles on" 1300 "$handles"

[ $failures -eq 0 ]
