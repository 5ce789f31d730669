#!/bin/bash
# A save is seen in the window: a banner in words, a flash round the agents that behave differently, and
# soon. Usage: test_save_seen.sh PROGRAM. Prints how long 20 saves took to the screen with 10,000 agents;
# no figure fails the test. Exits with 77 (skipped) where Xvfb, xdotool or ImageMagick is missing.
set -u

drover=$(realpath "$1")
for tool in Xvfb xdotool convert python3; do
    command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
folder=$(mktemp -d) || exit 1
tests=$(realpath "$(dirname "$0")/..")
. "$tests/live.sh"
trap 'close_all; rm -rf "$folder"' EXIT
open_display || { echo "skipped: Xvfb does not start"; exit 77; }
cd "$folder" || exit 1

. "$tests/check.sh"
shown=notices

pixels() { # picture, color
    convert "$1" -fill black +opaque "$2" -fill white -opaque "$2" -format '%[fx:round(w*h*mean)]' info:
}

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

begin() {
    save '' '' ''
    : >notices
    start_window main.lua --speed 1 2>notices
}

said() { await grep -q "$1" notices; }

# The frames that were drawn from a moment on; the last may be half written.
first_frame=0
from_here() { first_frame=$(ls frames | wc -l); }
frames() { ls frames | tail -n +$((first_frame + 1)) | sed 's|^|frames/|' | head -n -1; }

# Whether a frame has, or comes to have, more pixels of a color than a number, in a half of the view.
half_has() { # left|right, color, pixels
    local half=497x800+286+0 picture
    [ "$1" = left ] || half=497x800+783+0
    for picture in $(frames); do
        [ "$(convert "$picture" -crop $half +repage -fill black +opaque "$2" -fill white -opaque "$2" \
            -format '%[fx:round(w*h*mean)]' info:)" -gt "$3" ] && return 0
    done
    return 1
}
last_has() {
    local last
    last=$(frames | tail -n 1)
    [ -n "$last" ] && [ "$(pixels "$last" "$1")" -gt "$2" ]
}
half_shows() { await half_has "$@"; }

stop() {
    kill -TERM "$run"
    await_end
}

begin
from_here
check "no banner at first" eval '! last_has $good 0'
save 'self.heading = 0' '' ''
check "a save is taken" said '^accepted: reload 2'
check "and has a green banner" await last_has $good 20000
check "those whose behavior changed are marked" half_shows left $mark 200
check "and the others are not" eval '! half_has right $mark 0'
check "for a while" await eval '! last_has $mark 0'
check "the banner goes too" await eval '! last_has $good 0'

from_here
save 'self.heading = 0' 'self.heading = 0' ''
check "a change on the other side" said '^accepted: reload 3'
check "is marked there" half_shows right $mark 200
check "and only there" eval '! half_has left $mark 0'

from_here
save 'self.heading = 0' 'self.heading = 0' '-- a remark'
check "a remark" said '^accepted: reload 4'
check "has a banner" await last_has $good 20000
check "and marks nobody" eval '! half_has left $mark 0 && ! half_has right $mark 0'

from_here
save 'self.heading = 0' 'return return' ''
check "what cannot be loaded" said '^refused: '
check "has a red banner" await last_has $bad 20000
check "and nothing green" eval '! last_has $good 0'

from_here
save 'self.heading = 0' 'error "on purpose"' ''
check "what fails on trial" said '^rolled back: '
check "has a red banner too" await last_has $bad 20000
save 'self.heading = 1' '' ''
check "a good save after it" said '^accepted: reload'
check "is green again" await last_has $good 20000

# Suspended agents: the error comes when no trial can take it back.
from_here
save 'if self.world.tick % 600 == 599 then error "late" end' '' ''
check "a late mistake" said 'late'
check "shows red" await last_has $bad 20000
stop

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
while True:
    try:
        client.connect("socket")
        break
    except OSError:
        time.sleep(0.05)
client.sendall(b'{"id":1,"command":"status"}\n')
lines = (json.loads(line) for line in client.makefile("rb"))
while "id" not in next(lines):
    pass
times = []
for save in range(20):
    color = "#ff00ff" if save % 2 else "#00ffff"
    with open("flock/next", "w") as file:
        file.write('return { color = "%s", weight = %d }\n' % (color, 2 + save))
    os.rename("flock/next", "flock/paint.lua")
    for event in lines:
        if event.get("event") == "shown":
            times.append(event["milliseconds"])
            break
        if event.get("outcome") not in (None, "accepted"):
            sys.exit("not accepted: %s" % event)
    time.sleep(0.05 + 0.007 * save)
times.sort()
print("save to pixels, 10,000 agents: median %.0f ms, least %.0f, most %.0f"
      % (times[len(times) // 2], times[0], times[-1]))
PYTHON
check "each of 20 saves comes to the screen" python3 ask.py
in_its_color() { # boids this small are drawn a little darker
    import -silent -window root screen.png &&
        [ "$(convert screen.png -fuzz 30% -fill black +opaque '#ff00ff' -fill white -opaque '#ff00ff' \
            -format '%[fx:round(w*h*mean)]' info:)" -gt 2000 ]
}
check "the last in its color" await in_its_color
stop

[ "$failures" -eq 0 ]
