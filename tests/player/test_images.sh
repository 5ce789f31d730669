#!/bin/bash
# Pictures that setup reads, in a run: a saved one waits for a restart, a damaged one is refused, an undo takes it
# back, and a replay needs no file. Hashes do not depend on threads or on the width of vectors. Usage:
# test_images.sh PROGRAM MAP.png
set -u

drover=$1
map=$2
mode=headless
. "$(dirname "$0")/../live.sh"
. "$(dirname "$0")/live_scene.sh"

scene images
mkdir "$scene/s/maps" "$scene/s/mods" "$scene/s/mods/meadow"
cp "$map" "$scene/s/maps/island.png"
cp "$map" "$scene/s/mods/meadow/own.png"
cat >"$scene/s/main.lua" <<'LUA'
local drover = require "drover"
drover.field("grass", { cell = 0.7, evaporation = 0.01, diffusion = 0.1 })
drover.field("water", { cell = 3, max = 5 })
return drover.scenario {
  kinds = { require "walker" },
  monitors = { grass = function(world) return world:field("grass"):total() end },
  setup = function(world)
    world:scatter("walker", 20)
    world:field("grass"):fill(drover.image("maps/island.png"))
    world:field("water"):fill(drover.image("maps/island.png"), { channel = "blue", amount = 3 })
  end,
  update = function(world) if world.tick < 3 then print "running" end end,
}
LUA
echo 'return { name = "meadow" }' >"$scene/s/mods/meadow/mod.lua"
cat >"$scene/s/mods/meadow/init.lua" <<'LUA'
local drover = require "drover"
return drover.mod {
  setup = function(world) world:field("water"):fill(drover.image("mods/meadow/own.png"), { channel = "red" }) end,
}
LUA

cp -r "$scene/s" "$scene/still"
for threads in 1 2 4; do
    for bits in 128 256; do
        DROVER_VECTOR_BITS=$bits "$drover" run "$scene/still" --headless --ticks 30 --hash --threads $threads \
            </dev/null >"$folder/hash-$threads-$bits" 2>&1
        check "$threads threads and $bits bits come to the same" \
            cmp -s "$folder/hash-1-128" "$folder/hash-$threads-$bits"
    done
done
check "which is a hash" grep -q '^hash' "$folder/hash-1-128"

begin
python3 - "$scene/s/maps/island.png" <<'PYTHON'
import struct, sys, zlib
def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
with open(sys.argv[1], "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
               + chunk(b"IDAT", zlib.compress(b"\0\xff")) + chunk(b"IEND", b""))
PYTHON
check "a saved picture is taken" until_said notices '^accepted: reload 2: [^ ]*maps/island.png changed'
check "and waits" until_said notices 'maps/island.png: restart to apply'
tell undo u
check "and is taken back" until_said notices '^accepted: undo'
cp "$map" "$scene/s/maps/island.png"
is_refused() { [ "$(count notices 'main.lua:9: drover.image: maps/island.png: the file ends too early')" -ge "$1" ]; }

tell restart F5
check "a restart reads the file" until_said notices '^restarted at tick 0'
head -c 60 "$map" >"$scene/s/maps/island.png"
check "a damaged one is refused" await is_refused 1
tell restart F5
check "a restart, too" await is_refused 2
cp "$map" "$scene/s/maps/island.png"
tell 'mod on meadow' m
check "a mod brings its own" until_said notices '^accepted: .*mod meadow on'
go_on_for 10
end_run
check "the run goes well" [ "$status" -eq 0 ]
rm -r "$scene/s"
"$drover" replay "$scene/log" >"$folder/replayed" 2>&1
shown=$folder/replayed
check "a log has the pictures" grep -q ' 1 restart, all hashes equal' "$folder/replayed"

[ "$failures" -eq 0 ]
