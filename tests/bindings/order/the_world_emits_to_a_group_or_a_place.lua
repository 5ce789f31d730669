local drover = require "drover"

drover.group("pack", {})

local a = drover.kind("a", {
  step = function(self)
    local source, about, x = self:heard "call"
    if source then print(self.id, source, about, x) end
  end,
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    if world.tick == 0 then world:emit("call", { among = world.memory.pack }) end
    if world.tick == 2 then world:emit("call", { at = { 9, 0 }, radius = 4 }) end
  end,
  setup = function(world)
    world.memory.pack = world:new_group "pack"
    world:spawn("a", { group = world.memory.pack })
    world:spawn("a", { x = 6 })
  end,
}
