#!/bin/bash
# The flow_paint sample in a window, on a display of its own: what the mouse paints is where boats go; without a tool it
# paints nothing. Without Xvfb or xdotool nothing is tested.
# Usage: test_flow_paint.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
. "$(dirname "$0")/../live.sh"
trap 'close_all; rm -rf "$folder"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

holds() { awk "BEGIN { exit !($1) }"; }

# Boats on a calm pond, three strokes across it between two shares of its width after pressing a key, then ten
# seconds: how fast boats go east in the end, in m/s.
paint() { # key, from, to
    start_window "$sample" --set wind=calm --set brush=12 --paused --speed max \
        --ticks 600 --report "$folder/report.csv" >/dev/null
    [ -z "$1" ] || xdotool key "$1"
    start=$(spot_of world "$2" 0)
    end=$(spot_of world "$3" 0)
    for y in 0.34 0.54 0.74; do
        point world "$2" $y
        xdotool mousedown 1
        for part in 1 2 3 4; do
            move_by $(((${end% *} - ${start% *}) / 4)) 0
        done
        button_up 1
    done
    xdotool key space
    await_end
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        END { print NR == 602 ? $column["eastward"] : "report cut short" }' "$folder/report.csv"
}

drover=$1
sample=$2/flow_paint
if command -v xdotool >/dev/null && open_display; then
    east=$(paint w 0.04 0.96)
    west=$(paint w 0.96 0.04)
    pointer=$(paint '' 0.04 0.96)
    calmed=$(paint e 0.04 0.96)
    echo "painted east: $east m/s eastward, west: $west, without a tool: $pointer, calmed: $calmed"
    holds "$east > 1" || fail "boats have to go where the wind was painted: east"
    holds "$west < -1" || fail "boats have to go where the wind was painted: west"
    holds "$pointer > -0.1 && $pointer < 0.1" || fail "the plain pointer painted"
    holds "$calmed > -0.1 && $calmed < 0.1" || fail "calming made a wind"
else
    echo "left out, for want of Xvfb or xdotool"
fi

[ $failures -eq 0 ]
