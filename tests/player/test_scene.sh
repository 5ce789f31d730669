# What tests of `drover test` share: sourced, not run, with $1 the program. A scenario in a folder of its own, meadow, and
# functions to write its tests, run them, and look at what is printed.
set -uo pipefail

drover=$(realpath "$1")
. "$(dirname "$0")/../live.sh"
cd "$folder" || exit 1
shown=out

# Write the one test file there is; its body comes on stdin.
tests() { rm -rf meadow/tests meadow/.drover/failed && mkdir -p meadow/tests && cat >"meadow/tests/${1-a}.lua"; }
run() { "$drover" test meadow "$@" >out 2>err; }
# How long a test took, at the end of its line, depends on the machine, and is left out.
says() { sed 's/ ([0-9.]* s)$//' out >lines && grep -qxF -- "$1" lines; }
fails_with() { # status, line of the output, then the options
    local status=$1 line=$2
    shift 2
    run "$@"
    [ $? -eq "$status" ] && says "$line"
}
complains() { # status, message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >out 2>err
    [ $? -eq "$status" ] && [ ! -s out ] && [ "$(cat err)" = "drover: $message" ]
}

mkdir -p meadow/sub
cat >meadow/numbers.lua <<'LUA'
return { count = 7 }
LUA
cat >meadow/main.lua <<'LUA'
local drover = require "drover"
local steer = drover.steer
local numbers = require "numbers"
local FORCE = 1
local function worsen(sheep) sheep.hunger = sheep.hunger + sheep.eaten end
local sheep = drover.kind("sheep", {
  body = { radius = 1, max_speed = 4 },
  slots = { goal = "point" },
  memory = { hunger = 0, eaten = {} },
  initial = "grazing",
  states = {
    grazing = { steer = steer.seek { target = "goal" } },
    asleep = {},
    ill = { step = function(self) worsen(self) end },
  },
})
local herd = drover.group("herd", { memory = { name = "none" } })
return drover.scenario {
  kinds = { sheep }, seed = 4,
  settings = { drover.slider("wind", 1, { min = 0, max = 100 }), drover.toggle("mist", false),
    drover.choice("season", "spring", { "spring", "it's hot" }) },
  monitors = { grazing = function(world) return world:count("sheep", { state = "grazing" }) end,
    force = function() return FORCE end },
  tools = { wind = { key = "w", mousemoved = function(world, x) world.memory.blown = x end } },
  setup = function(world, settings)
    local group = world:new_group(herd)
    for i = 1, numbers.count do world:spawn("sheep", { x = 3 * i, group = group, goal = { 0, 50 } }) end
    world.memory.wind, world.memory.list, world.memory.group = settings.wind, { 1, 2, { deep = true } }, group
    world.memory.first = world:random()
    print("set up")
  end,
  setting = function(world, name, value) world.memory[name .. "_set"] = value end,
  mousepressed = function(world, x, y, button, agent)
    world.memory.pressed = { x, y, button, agent and agent.id or 0 }
  end,
  keypressed = function(world, key) world.memory.key = key end,
  update = function(world) if world.tick == 500 then world:finish("enough") end end,
}
LUA
sed 's/kinds = { sheep }, seed = 4/kinds = { sheep }, seed = 9/' meadow/main.lua >meadow/other.lua
