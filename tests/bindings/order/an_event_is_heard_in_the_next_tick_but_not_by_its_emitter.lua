local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    local source, about, x, y, z = self:heard "call"
    if source then print(self.world.tick, self.id, source, about, x, y, z) end
    if self.id == 2 and self.world.tick == 1 then
      self:emit("call", 5, self)
      self.x = 30
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _, x in ipairs { 0, 3, 7, 9 } do
      world:spawn("a", { x = x })
    end
  end,
}
