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

# Boats on a calm pond, three strokes across it from x1 to x2 pixels after pressing a key, then ten
# seconds: how fast boats go east in the end, in m/s. The pond's middle is at (783, 400).
paint() { # key x1 x2
    start_window "$sample" --set wind=calm --set brush=12 --paused --speed max \
        --ticks 600 --report "$folder/report.csv" >/dev/null
    [ -z "$1" ] || xdotool key "$1"
    for y in 250 400 550; do
        xdotool mousemove --window "$window" "$2" $y
        await_frames
        xdotool mousedown 1
        for part in 1 2 3 4; do
            xdotool mousemove --window "$window" $(($2 + ($3 - $2) * part / 4)) $y
        done
        xdotool mouseup 1
        await_frames
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
    east=$(paint w 320 1240)
    west=$(paint w 1240 320)
    pointer=$(paint '' 320 1240)
    calmed=$(paint e 320 1240)
    echo "painted east: $east m/s eastward, west: $west, without a tool: $pointer, calmed: $calmed"
    holds "$east > 1" || fail "boats have to go where the wind was painted: east"
    holds "$west < -1" || fail "boats have to go where the wind was painted: west"
    holds "$pointer > -0.1 && $pointer < 0.1" || fail "the plain pointer painted"
    holds "$calmed > -0.1 && $calmed < 0.1" || fail "calming made a wind"
else
    echo "left out, for want of Xvfb or xdotool"
fi

[ $failures -eq 0 ]
