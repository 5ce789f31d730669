#!/bin/bash
# A save is seen in the window: a banner in words, a flash round the agents that behave differently, and
# soon. Usage: test_save_seen.sh PROGRAM. Prints how long 12 saves took to the screen with 10,000 agents;
# no figure fails the test. Exits with 77 (skipped) where Xvfb, xdotool or ImageMagick is missing.
set -u

drover=$(realpath "$1")
. "$(dirname "$0")/../live.sh"
need_display 1400x900 xdotool import convert python3
cd "$folder" || exit 1

shown=notices

stop() {
    kill -TERM "$run"
    await_end
}

# From the save to the screen, with 10,000 agents.
mkdir flock
cat >flock/main.lua <<'LUA'
local drover = require "drover"
local steer = drover.steer
local paint = require "paint"
return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 1000, 600 }, edge = "wrap" },
  kinds = { drover.kind("boid", {
    look = { color = paint.color },
    steer = steer.flocking { kind = "boid", separation = { weight = paint.weight, radius = 4 },
      alignment = { weight = 1, radius = 9 }, cohesion = { weight = 1, radius = 9 } },
  }) },
  setup = function(world) world:scatter("boid", 10000) end,
}
LUA
echo 'return { color = "#ffffff", weight = 1 }' >flock/paint.lua
"$drover" run flock --control socket --history 64 2>notices &
run=$!
cat >ask.py <<'PYTHON'
import json, os, socket, sys, time

client = socket.socket(socket.AF_UNIX)
client.settimeout(300)
client.connect("socket")
client.sendall(b'{"id":1,"command":"status"}\n')
lines = (json.loads(line) for line in client.makefile("rb"))
while "id" not in next(lines):
    pass
times = []
for save in range(12):
    color = "#ff00ff" if save % 2 else "#00ffff"
    with open("flock/next", "w") as file:
        file.write('return { color = "%s", weight = %d }\n' % (color, 2 + save))
    os.rename("flock/next", "flock/paint.lua")
    for event in lines:
        if event.get("event") == "shown":
            if event["milliseconds"]: # it is not known of what was saved before the watch began
                times.append(event["milliseconds"])
            break
        if event.get("outcome") not in (None, "accepted"):
            sys.exit("not accepted: %s" % event)
    time.sleep(0.05 + 0.007 * save)
times.sort()
print("save to pixels, 10,000 agents: median %.0f ms, least %.0f, most %.0f"
      % (times[len(times) // 2], times[0], times[-1]))
PYTHON
await test -S socket || exit 1
check "each of 12 saves comes to the screen" python3 ask.py
in_its_color() { # boids this small are drawn a little darker
    import -silent -window root screen.png &&
        [ "$(convert screen.png -fuzz 30% -fill black +opaque '#ff00ff' -fill white -opaque '#ff00ff' \
            -format '%[fx:round(w*h*mean)]' info:)" -gt 2000 ]
}
check "the last in its color" await in_its_color
stop

# What is seen of it

good='#24402b' bad='#5a221e' mark='#fff2a8'

# Discs of two kinds that stand still; the left ones have states. What they step does nothing.
save() { # the step of the left ones, the step of the right ones, a line before
    cat >next <<LUA
local drover = require "drover"
$3
local function kind(name, color, rest)
  rest.look = { shape = "disc", color = color, size = 6 }
  return drover.kind(name, rest)
end
return drover.scenario {
  kinds = {
    kind("left", "#ff0000", { initial = "calm", states = {
      calm = { step = function(self) $1 end }, wild = {} } }),
    kind("right", "#0000ff", { step = function(self) $2 end }),
  },
  setup = function(world)
    for i = -2, 2 do
      world:spawn("left", { x = -30, y = 15 * i })
      world:spawn("right", { x = 30, y = 15 * i })
    end
  end,
}
LUA
    mv next main.lua
}

said() { await grep -q "$1" notices; }

# The most pixels in the color of marks that a frame had so far, in each half of the view. Frames are many,
# so each is looked at once; the last may be half written.
left=0 right=0 looked=0
from_here() { left=0 right=0 looked=$(ls frames | wc -l); }
look() {
    local frame counts
    for frame in $(ls frames | head -n -1 | tail -n +$((looked + 1))); do
        looked=$((looked + 1))
        counts=$(convert "frames/$frame" -crop "$world" +repage -fill black +opaque $mark -fill white \
            -opaque $mark -scale 2x1! -format '%[fx:round(p{0,0}.r*397600)] %[fx:round(p{1,0}.r*397600)]' info:)
        [ "${counts% *}" -le "$left" ] || left=${counts% *}
        [ "${counts#* }" -le "$right" ] || right=${counts#* }
    done
}
marked() { # left|right
    look
    [ "${!1}" -gt 100 ]
}
no_mark() { # left|right: of what was drawn until now
    await_frames
    look
    [ "${!1}" -eq 0 ]
}

save '' '' ''
: >notices
start_window main.lua --speed 1 2>notices
world=$(part_of world)
from_here
save 'self.heading = 0' '' ''
check "a save is taken" said '^accepted: reload 2'
check "those whose behavior changed are marked" await marked left
check "and the others are not" no_mark right
from_here
save 'self.heading = 0' 'self.heading = 0' ''
check "a change on the other side" said '^accepted: reload 3'
check "is marked there" await marked right
check "and ends the mark here" eval 'from_here; no_mark left'
stop

# Banners, for which the display is looked at.

open_display 700x450 || exit 1
save '' '' ''
"$drover" run main.lua 2>notices &
run=$!
display_has() {
    import -silent -window root screen.png && [ "$(pixels screen.png "$1")" -gt "${2:-8000}" ]
}
without() { ! display_has "$@"; }
check "a window" await display_has '#20261f'
check "has no banner at first" without $good 0
save 'self.heading = 0' '' ''
check "an accepted save has a green one" await display_has $good
save 'self.heading = 0' '' '-- a remark'
check "so has a remark" said '^accepted: reload 3'
check "for a while" await without $good 0
save 'self.heading = 0' 'return return' ''
check "what cannot be loaded has a red one" await display_has $bad
check "and nothing green" without $good 0
save 'self.heading = 0' 'error "on purpose"' ''
check "what fails on trial" said '^rolled back: '
check "has a red one too" await display_has $bad
save 'self.heading = 1' '' ''
check "a good save after it is green again" await display_has $good
# The mistake comes when no trial can take it back any more.
save 'since = since or self.world.tick
  if self.world.tick > since + 90 then error "late" end' '' 'local since'
check "a late mistake" said '^drover: .*: late'
check "is red" await display_has $bad
stop

[ "$failures" -eq 0 ]
