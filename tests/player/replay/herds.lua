local drover = require "drover"

local function kind(name)
  return drover.kind(name, {
    memory = { n = 1, t = { x = 1 } },
    step = function(self) self.n = self.n + self.world:random() end,
  })
end

return drover.scenario {
  kinds = { kind "a", kind "b" },
  setup = function(world)
    for i = 1, 3 do
      world:spawn("a", { x = i })
      world:spawn("b", { x = -i })
    end
  end,
}
