#!/bin/bash
# The flow_paint sample: boats go with the wind, the painted one and the one that changes, without
# touching each other. In a window, on a display of its own: what the mouse paints is where boats go;
# without a tool it paints nothing. Without Xvfb or xdotool the window is left out.
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

# How well boats go with the wind in the last 40 seconds of a minute, and the least gap between two.
sail() {
    "$drover" run "$sample" --headless --ticks 3600 --report "$folder/report.csv" "$@"
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        NR == 2 || $column["least_gap"] < least { least = $column["least_gap"] }
        NR > 1201 { with += $column["with_the_wind"] / 2400 }
        END { if (NR == 3601) print with, least; else print "report cut short" }' \
        "$folder/report.csv"
}

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
        END { print NR == 601 ? $column["eastward"] : "report cut short" }' "$folder/report.csv"
}

drover=$1
sample=$2/flow_paint
for wind in stream swirls; do
    read -r with least < <(sail --set wind=$wind)
    echo "$wind: $with along the wind, boats at least $least m apart"
    holds "$with > 0.8" || fail "$wind: boats have to go with the wind"
    holds "$least > 0" || fail "$wind: two boats touched"
done

if command -v xdotool >/dev/null && open_display; then
    east=$(paint w 320 1240)
    west=$(paint w 1240 320)
    pointer=$(paint '' 320 1240)
    calmed=$(paint c 320 1240)
    echo "painted east: $east m/s eastward, west: $west, without a tool: $pointer, calmed: $calmed"
    holds "$east > 1" || fail "boats have to go where the wind was painted: east"
    holds "$west < -1" || fail "boats have to go where the wind was painted: west"
    holds "$pointer > -0.1 && $pointer < 0.1" || fail "the plain pointer painted"
    holds "$calmed > -0.1 && $calmed < 0.1" || fail "calming made a wind"
else
    echo "left out: the window, for want of Xvfb or xdotool"
fi

[ $failures -eq 0 ]
