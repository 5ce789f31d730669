-- Tick by tick: a howl, a bird that hatches, a bird that dies, a new leader, and an error.
local drover = require "drover"

drover.group("pack", {})
local wolf = drover.kind("wolf", {
  step = function(self)
    if self.world.tick == 1 then self:emit("howl", 20) end
    if self.world.tick == 5 then error("broken on purpose") end
  end,
})
local bird = drover.kind("bird", {})

return drover.scenario {
  kinds = { wolf, bird },
  setup = function(world)
    world.memory.pack = world:new_group "pack"
    world.memory.wolf = world:spawn("wolf", { x = 3, y = 4, group = world.memory.pack })
  end,
  update = function(world)
    if world.tick == 2 then
      world.memory.bird = world:spawn("bird", { x = 7, y = 8 })
    elseif world.tick == 3 then
      world.memory.bird:remove()
    elseif world.tick == 4 then
      world.memory.pack.leader = world.memory.wolf
      world:emit("dawn", { at = { 1, 2 }, radius = 9 })
    end
  end,
}
