local drover = require "drover"

local dog = drover.kind("dog", { speed = 2, steer = drover.steer.wander {} })
local sheep = drover.kind("sheep", {
  slots = { way = "flow" },
  steer = drover.steer.flow_following { flow = "way", direction_only = true },
})

return drover.scenario {
  kinds = { dog, sheep },
  seed = 4,
  bounds = { min = { -20, -20 }, max = { 20, 20 }, edge = "wrap" },
  setup = function(world)
    world:obstacle { wall = { from = { -5, -8 }, to = { 5, 8 } } }
    local leader = world:spawn("dog", { x = 8, y = 0 })
    local way = world:flow_to({ leader }, { clearance = 0.3, density = 1, kind = "sheep" })
    world:scatter("sheep", 20, { way = way })
    world.memory.leader, world.memory.way = leader, way
  end,
  update = function(world)
    if world.tick == 70 then world.memory.leader:remove() end
    if world.tick == 110 then print(world.memory.way.still) end
  end,
}
