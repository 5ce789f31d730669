-- A pack with a leader after deer, random numbers in C and in Lua, and all that people can do.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local with_snow, snow = pcall(require, "snow")

drover.group("pack", {
  slots = { quarry = "agent" },
  elect = function(group)
    for m in group:members() do
      if m.id % 2 == 0 then return m end
    end
  end,
})

local wolf = drover.kind("wolf", {
  body = { max_speed = drover.setting "pace" },
  steer = blend.weighted {
    steer.pursuit { target = "group.quarry" },
    steer.seek { target = drover.mouse },
  },
})

local mark = function(world, x, y)
  local l = world.memory.marks
  l[#l + 1] = x
  l[#l + 1] = y
end

return drover.scenario {
  title = "Pack",
  seed = 9007199254740993,
  kinds = { require "deer", wolf },
  settings = {
    drover.slider("pace", 5, { min = 0, max = 99 }),
    drover.toggle("mist", false),
    drover.choice("wind", "a", { "a", "one that is longer than most names of options are" }),
  },
  tools = { pen = { mousepressed = mark, mousemoved = mark } },
  setup = function(world)
    world.memory.marks = {}
    local p = world:new_group "pack"
    world:scatter("deer", 9)
    for i = 1, 4 do
      world:spawn("wolf", { x = i, y = 2 * i, group = p })
    end
    p.quarry = world:agents "deer"()
  end,
  setting = function(world, name, value) world.memory[name] = tostring(value) .. world:random() end,
  keypressed = function(world, key) world.memory.key = key .. world.tick end,
  keyreleased = function(world) world.memory.key = nil end,
  wheelmoved = function(world, dx, dy) world.memory.wheel = dx + dy end,
  mousemoved = function(world, x, y, dx, dy) world.memory.moved = { x, y, dx, dy } end,
  mousepressed = function(world, x, y, button, agent)
    world.memory.hit = { agent, agent and agent.alive, 1 / x, y, button }
  end,
  update = function(world)
    world.memory.snow = with_snow and snow.depth(world)
    world.memory.down = world:key_down "k"
    if world.tick % 10 == 4 then world:scatter("deer", 1) end
    if world.tick % 15 == 9 then world:agents "deer"():remove() end
  end,
}
