-- A bang at (−8, 0), noon without a place, a bird that hatches at (8, 0) and is gone two ticks later, and a
-- new leader at (0, 8).
local drover = require "drover"

drover.group("flock", {})
local bird = drover.kind("bird", { look = { color = "white" } })

return drover.scenario {
  kinds = { bird },
  tick_rate = 10,
  setup = function(world)
    world.memory.flock = world:new_group "flock"
    world.memory.first = world:spawn("bird", { x = 0, y = 8, group = world.memory.flock })
  end,
  update = function(world)
    if world.tick == 0 then
      world:emit("bang", { at = { -8, 0 }, radius = 4 })
      world:emit "noon"
      world.memory.flock.leader = world.memory.first
      world.memory.second = world:spawn("bird", { x = 8, y = 0 })
    elseif world.tick == 2 then
      world.memory.second:remove()
    end
  end,
  --[[more]]
}
