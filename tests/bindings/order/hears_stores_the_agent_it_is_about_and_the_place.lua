local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "calm",
  slots = { who = "agent", at = "point" },
  states = {
    calm = { on = { { when.hears("call", { as = "who", at = "at" }), "wild" } } },
    wild = { enter = function(self) print(self.id, self.who, self.at, self.world.tick) end },
  },
})

return drover.scenario {
  kinds = { a },
  update = function(world)
    if world.tick ~= 1 then return end
    for agent in world:agents() do
      if agent.id == 1 then agent:emit("call", 4, world:nearest("a", 20, 0, 0)) end
      if agent.id == 3 then agent:emit("call", 4) end
    end
  end,
  setup = function(world)
    for _, x in ipairs { 0, 3, 10, 13, 20 } do
      world:spawn("a", { x = x })
    end
  end,
}
