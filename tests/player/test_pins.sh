#!/bin/sh
# Pinned agents: their cards stay in the inspector while another agent is selected, and say when one is
# gone. Usage: test_pins.sh PROGRAM. Exits with 77 (skipped) where Xvfb, xdotool, or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"
need_display 1000x600 convert xdotool

# Two discs whose states have colors of their own; the first removes itself in the last tick.
cat >"$folder/main.lua" <<'LUA'
local drover = require "drover"
local when = drover.when
local function disc(name, color, last)
  return drover.kind(name, {
    look = { shape = "disc", size = 20 },
    memory = { hunger = 2 },
    initial = "first",
    states = {
      first = { on = { { when.after(0.05), "second" } } },
      second = { color = color, step = function(self) if self.world.tick == last then self:remove() end end },
    },
  })
end
return drover.scenario {
  kinds = { disc("one", "#ff0000", 30), disc("other", "#0000ff", -1) },
  tick_rate = 10,
  effects = false,
  setup = function(world)
    world:spawn("one", { x = -25, y = 0 })
    world:spawn("other", { x = 25, y = 0 })
  end,
}
LUA

# How many pixels of the inspector, or of a part WxH+X+Y of a picture, have a color.
pixels() { # picture, color
    convert "$folder/$1.png" -crop "${3:-276x500+724+0}" +repage -fill black +opaque "$2" \
        -fill white -opaque "$2" -format '%[fx:round(w*h*mean)]' info:
}

use() { # picture, ticks, then what xdotool does in the window of a paused run at tick 10, a string each
    picture=$folder/$1.png
    ticks=$2
    shift 2
    start_window "$folder" --load "$folder/ten" --paused --ticks "$ticks" --size 1000x600 --select one#1 \
        --explain --screenshot "$picture" >/dev/null 2>"$folder/notices"
    for action; do
        # shellcheck disable=SC2086
        xdotool $(echo "$action" | sed "s/mousemove/mousemove --window $window/")
        await_frames
    done
    xdotool key space
    await_end
}
"$drover" run "$folder" --headless --ticks 10 --save "$folder/ten" </dev/null

# The other disc is drawn around (603, 268).
other='mousemove 600 266|mousemove 603 268|click 1'
act() { # picture, ticks, actions with bars between them
    _picture=$1
    _ticks=$2
    IFS='|'
    # shellcheck disable=SC2086
    set -- $3
    unset IFS
    use "$_picture" "$_ticks" "$@"
}
act selected 20 "$other"
check "without a pin, only the selected agent is in the inspector" [ "$(pixels selected '#ff0000')" -eq 0 ]
check "which is the other" [ "$(pixels selected '#0000ff')" -gt 0 ]
act pinned 20 "key n|$other"
check "N keeps a card of the agent that was selected" [ "$(pixels pinned '#ff0000')" -gt 0 ]
check "beside the present one" [ "$(pixels pinned '#0000ff')" -gt 0 ]
act unpinned 20 "key n|$other|mousemove 950 49|click 1"
check "which can be removed" [ "$(pixels unpinned '#ff0000')" -eq 0 ]
act again 20 "key n|$other|mousemove 760 49|click 1"
check "its name selects the agent" [ "$(pixels again '#0000ff')" -eq 0 ]
act gone 40 "key n|$other"
check "the card of an agent that is gone stays" \
    [ "$(pixels gone '#e0b65f' 120x30+750+10)" -gt 0 ]
check "without its states" [ "$(pixels gone '#ff0000')" -eq 0 ]
# With one card, hunger is at (905, 263). Chosen by the right button, it is on the card that this makes
# for the other disc and on the first, where the name ends left of the value.
act chosen 20 "key n|$other|mousemove 903 288|mousemove 905 289|mousedown 3|mouseup 3"
check "a number can be chosen for the cards" \
    [ "$(pixels chosen '#e9e7db' 60x14+836+79)" -gt 0 ]
check "which had none" [ "$(pixels pinned '#e9e7db' 60x14+836+79)" -eq 0 ]
check "nothing was refused" [ ! -s "$folder/notices" ]
act nobody 20 'key Escape|key n'
check "nobody cannot be pinned" grep -q '^drover: pin takes the number of an agent' "$folder/notices"

[ "$failures" -eq 0 ]
