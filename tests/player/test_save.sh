#!/bin/sh
# `save` writes a snapshot, or Lua that puts everything where it was. Usage: test_save.sh PROGRAM.
set -u

drover=$1
folder=$(mktemp -d) || exit 1
. "$(dirname "$0")/../check.sh"
trap 'rm -rf "$folder"' EXIT

answered() { grep -qxF -e "$1" "$folder/answers"; }

scene() { # file, space, setup
    cat >"$folder/$1" <<LUA
local drover = require "drover"
drover.link("herd", {})
drover.link("prey", { directed = true })
local deer = drover.kind("deer", { steer = drover.steer.wander {}, body = { radius = 0.5 } })
local wolf = drover.kind("wolf", { steer = drover.steer.wander {} })
return drover.scenario { kinds = { deer, wolf }, space = "$2", setup = function(world)
$3
end }
LUA
}

# Where everything is, with as many digits as a float has. A heading is kept as a vector, so its last digits may differ.
where='lua for agent in world:agents() do print(agent, ("%.9g %.9g %.9g %.5f"):format(agent.x, agent.y, agent.z, agent.heading), agent.label) end'
things='lua for i = 1, 9 do local o = obstacle(i) if o then print(i, ("%.6g %.6g %.6g %.6g"):format(o.x, o.y, o.z, o.radius), o.hollow, o.blocks_sight, o.blocks_movement, o.blocks_planning) end end'
links='lua for _, name in ipairs { "herd", "prey" } do for i, link in ipairs(world:links(name)) do print(name, i, link[1].x, link[2].x) end end'

for space in plane volume; do
    scene first.lua $space '
      world:scatter("deer", 5) world:scatter("wolf", 1)
      local deer, wolf = world:agents "deer", world:agents "wolf" ()
      local first = deer()
      for other in deer do
        other:link("herd", first)
        wolf:link("prey", other)
      end
      world:spawn("wolf", { x = 30, y = -30, label = "a \"grim\"\\\1 one" })
      world:obstacle { sphere = { x = 1.1, y = 2.2, radius = 3.3 }, color = "#ff8000" }
      local box = world:obstacle { box = { x = -20, y = 3, w = 4, d = 2, h = 5, heading = 0.7 }, hollow = true }
      box.heading = 1.3
      world:obstacle { wall = { from = { -5, -9.5 }, to = { 5, -8 } }, blocks = { sight = false } }
      world:obstacle { polygon = { { 20, 20 }, { 25, 20 }, { 22, 26 } } }
      world:obstacle { cylinder = { x = 9, y = 8, radius = 1, height = 3 } }'
    printf '%s\n' 'step 30' "save $folder/placed.lua" "$where" "$things" "$links" "save $folder/world.snap" save \
        "save $folder/no/such.lua" quit |
        "$drover" run "$folder/first.lua" --headless --paused >"$folder/first" 2>"$folder/answers"
    shown=$folder/answers
    check "it is written ($space)" answered "wrote $folder/placed.lua"
    check "a missing name" answered "save takes the name of a file: a snapshot, or Lua if it ends in .lua"
    check "a folder that is not there" grep -q "no/such.lua" "$folder/answers"
    scene second.lua $space "$(cat "$folder/placed.lua")"
    printf '%s\n' "$where" "$things" "$links" quit |
        "$drover" run "$folder/second.lua" --headless --paused >"$folder/second" 2>"$folder/answers"
    sed 's/#[0-9]*//' "$folder/first" | sort >"$folder/before"
    sed 's/#[0-9]*//' "$folder/second" | sort >"$folder/after"
    shown=$folder/after
    check "all are there" [ "$(wc -l <"$folder/before")" -eq 20 ]
    check "what it wrote puts everything where it was" cmp -s "$folder/before" "$folder/after"
    printf '%s\n' status "$where" quit |
        "$drover" run "$folder/first.lua" --load "$folder/world.snap" --headless --paused >"$folder/loaded" \
            2>"$folder/answers"
    check "a snapshot goes on from there" grep -q '^tick 30 .* agents 7 ' "$folder/answers"
done

[ "$failures" -eq 0 ]
