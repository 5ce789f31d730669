#!/bin/sh
# A walk through the window, with the mouse and the keyboard: change a number, watch the ghosts, go back
# to the first alarm, ask a caribou why, break a file and mend it, switch on a mod.
# Usage: test_walk.sh PROGRAM SAMPLES [FRAMES]. With FRAMES, a folder, the pictures of all frames are
# left there, and the walk takes its time. Exits with 77 (skipped) where Xvfb or xdotool is missing.
set -u

drover=$1
samples=$2
kept=${3:-}
. "$(dirname "$0")/../live.sh"
need_display 1280x800 convert xdotool python3
shown=$folder/notices

cp -R "$samples/caribou" "$folder/caribou"

look() { # seconds for those who watch a film
    [ -z "$kept" ] || sleep "$1"
    await_frames
}
says() { # command, pattern
    ask "$1" | grep -q -e "$2"
}
tick() { ask status | sed 's/tick \([0-9]*\).*/\1/'; }
is_before() { [ "$(tick)" -lt "$1" ]; }
is_past() { [ "$(tick)" -ge "$1" ]; }
save() { # a file of the scenario gets standard input as its content, in the way of many editors
    cat >"$folder/next"
    mv "$folder/next" "$folder/caribou/$1"
}
has_said() { grep -q -e "$1" "$folder/notices"; }
banner() { pixels "$(last_frame)" '#5a221e' "$(part_of world)"; } # of a failed reload

start_window "$folder/caribou" --pause-at 60 --speed max --camera 90,60,200 --select wolf#154 \
    --log "$folder/log" 2>"$folder/notices" >/dev/null
check "caribou opens" await is_past 60
ask 'ghost on' >/dev/null
look 2

# A number of the wolves' sight
click 'Numbers in scripts'
look 1
point 'Numbers in scripts/range'
button_down 1
for x in -25 -25 -25 -18; do
    move_by $x 0
    look 0.5
done
check "the file stays while the number is dragged" grep -q 'range = 120,' "$folder/caribou/wolf.lua"
button_up 1
check "letting go writes it" await grep -q 'range = [0-9][0-9],' "$folder/caribou/wolf.lua"
point world 0.5 0.95
ask 'speed 2' >/dev/null
keys space
check "the ghosts peel off" await says 'ghost on' 'diverged at tick'
check "and go ways of their own" await says 'ghost on' 'agents are [0-9.]* m apart on average'
heard_alarm() { alarm=$(ask 'events 1000' | awk '/: alarm, at/ && !n++ { print $1 }'); [ -n "$alarm" ]; }
check "an alarm is heard" await heard_alarm
look 6
await is_past $((alarm + 120))
keys space
[ -z "$kept" ] || cp "$(last_frame)" "$kept/picture.png"

# Back to the tick of the first alarm
slack=$(($(tick) / 400 + 4)) # the ticks of two pixels, at most
point "timeline/tick $(tick)"
button_down 1
for share in 90 30 0; do
    point "timeline/tick $((alarm + share))"
    look 0.5
done
button_up 1
is_near() { # the tick of the alarm, as near as pixels are
    at=$(tick)
    [ "$at" -ge $((alarm - slack)) ] && [ "$at" -le $((alarm + slack)) ]
}
check "dragging on the timeline goes back to the alarm" await is_near
for _ in $(seq $slack); do
    before=$(tick)
    [ "$before" -ge "$alarm" ] || keys period
    [ "$before" -le "$alarm" ] || { keys comma && await is_before "$before"; }
done
check "and the keys to its very tick" [ "$(tick)" = "$alarm" ]

# Why a caribou is startled
first_startled='(function() for c in world:agents("caribou") do
    if c.state == "startled" then return c.id end end end)()'
id=$(ask "lua $(echo "$first_startled" | tr '\n' ' ')")
click "world/caribou#$id"
check "a click selects a caribou" [ "$(ask 'lua selected')" = "caribou#$id" ]
check "which says why it is startled" \
    says "why caribou#$id" 'startled .* ago: saw wolf#.*caribou.lua:[0-9]*)'
look 4

# A broken file, and a mended one
keys space
cp "$folder/caribou/caribou.lua" "$folder/whole.lua"
sed 's/speed = 0.8,/speed = = 0.8,/' "$folder/whole.lua" | save caribou.lua
check "a broken file is refused" await has_said 'refused: .*caribou.lua:[0-9]*'
seen=$(tick)
check "nothing dies" await is_past $((seen + 20))
await_frames
check "the banner says it" [ "$(banner)" -gt 10000 ]
look 4
save caribou.lua <"$folder/whole.lua"
check "a mended one is taken" await has_said 'accepted: the files match'
await_frames
check "and the banner closes" [ "$(banner)" -eq 0 ]
look 2

# A mod
click Mods/winter
check "a mod is switched on by a click" await says mods 'winter on'
seen=$(tick)
check "and the run goes on" await is_past $((seen + 60))
look 5
[ -z "$kept" ] || cp -p "$folder"/frames/*.png "$kept"
ask quit >/dev/null
check "the walk ends well" await_end
check "and replays" "$drover" replay "$folder/log"

[ "$failures" -eq 0 ]
