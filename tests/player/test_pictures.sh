#!/bin/bash
# Pictures as shapes, in a run: a saved one is seen, a broken one is refused, an undo takes it back, and a log
# has them. Usage: test_pictures.sh PROGRAM headless|window KITE.png. With `window` the run shows on a display
# of its own; exits with 77 (skipped) where Xvfb or xdotool is missing.
set -u

drover=$1
mode=$2
kite=$3
. "$(dirname "$0")/../live.sh"
. "$(dirname "$0")/live_scene.sh"

head -c 500 "$kite" >"$folder/cut.png"
sed 's/IEND/IENX/' "$kite" >"$folder/damaged.png"

scene pictures
mkdir "$scene/s/sprites"
cp "$kite" "$scene/s/sprites/kite.png"
begin
walker 'look = { shape = "sprites/kite.png", size = 3 },'
check "a picture is taken" until_said notices '^accepted: reload 2: .*sprites/kite.png, .*walker.lua changed; reloaded pace, sprites/kite.png, walker, main '
cp "$folder/cut.png" "$scene/s/sprites/kite.png"
check "one that ends too early is refused" \
    until_said notices 'walker.lua:6: look.shape: sprites/kite.png: the file ends too early'
cp "$folder/damaged.png" "$scene/s/sprites/kite.png"
check "a damaged one is refused" \
    until_said notices 'walker.lua:6: look.shape: sprites/kite.png: the file is damaged'
rm "$scene/s/sprites/kite.png"
check "a missing one is refused" \
    until_said notices 'walker.lua:6: look.shape: there is no sprites/kite.png'
# As editors do that write a new file, then rename it. What follows the picture's end isn't drawn.
(cat "$kite"; echo) >"$scene/s/sprites/kite.png.new"
mv "$scene/s/sprites/kite.png.new" "$scene/s/sprites/kite.png"
check "another one is taken" until_said notices '^accepted: reload 3: [^ ]*sprites/kite.png changed'
tell undo u
check "and taken back" until_said notices '^accepted: undo'
end_run
check "and the run goes well" [ "$status" -eq 0 ]
rm -r "$scene/s"
"$drover" replay "$scene/log" >"$folder/replayed" 2>&1
shown=$folder/replayed
check "a log has the pictures" grep -q ' 3 reloads, all hashes equal' "$folder/replayed"

[ "$failures" -eq 0 ]
