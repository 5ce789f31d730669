#!/bin/bash
# The flow_paint sample: boats go with the wind, the painted one and the one that changes, without
# touching each other. In a window, on a display of its own: what the mouse paints is where boats go;
# without a tool it paints nothing. Without Xvfb or xdotool the window is left out.
# Usage: test_flow_paint.sh DROVER SAMPLES
set -euo pipefail

folder=$(mktemp -d)
display=
trap '[ -n "$display" ] && kill "$display"; rm -rf "$folder"' EXIT
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

open_display() {
    command -v Xvfb >/dev/null && command -v xdotool >/dev/null || return 1
    Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp 3>"$folder/number" 2>/dev/null &
    display=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -s "$folder/number" ] && break
        sleep 0.5
    done
    [ -s "$folder/number" ] || return 1
    DISPLAY=:$(cat "$folder/number")
    export DISPLAY SDL_VIDEODRIVER=x11
}

# The window, once it stays: one with a renderer that turns out to be too slow is opened before it.
find_window() {
    window=
    before=none
    while [ "$window" != "$before" ]; do
        before=$window
        sleep 0.7
        window=$(timeout 20 xdotool search --sync --onlyvisible --name Drover) || window=
        [ -n "$window" ] || before=none
    done
    xdotool windowfocus "$window"
}

# Boats on a calm pond, three strokes across it from x1 to x2 pixels after pressing a key, then ten
# seconds: how fast boats go east in the end, in m/s. The pond's middle is at (783, 400).
paint() { # key x1 x2
    timeout 60 "$drover" run "$sample" --set wind=calm --set brush=12 --paused --speed max \
        --ticks 600 --report "$folder/report.csv" >/dev/null &
    run=$!
    find_window
    [ -z "$1" ] || xdotool key "$1"
    for y in 250 400 550; do
        xdotool mousemove --window "$window" "$2" $y
        sleep 0.1
        xdotool mousedown 1
        for part in 1 2 3 4; do
            xdotool mousemove --window "$window" $(($2 + ($3 - $2) * part / 4)) $y
            sleep 0.1
        done
        xdotool mouseup 1
        sleep 0.1
    done
    xdotool key space
    wait "$run"
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

if open_display; then
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
