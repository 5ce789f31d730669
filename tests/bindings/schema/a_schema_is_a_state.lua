local drover = require "drover"
local schema = drover.schema

local a = drover.kind("a", {
  initial = "go",
  body = { max_speed = 2 },
  states = {
    go = schema.attraction {
      target = { 5, 0 },
      speed = 1,
      done = "there",
      enter = function(_, from) print("from", from) end,
    },
    there = {
      enter = function(self, from) print("from", from, self.schema.outcome, self.schema.steered) end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
  update = function(world)
    if world.tick == 60 then
      for s in world:agents() do
        print(s.schema.steered, s.speed > 0.9, s.speed <= 1)
      end
    end
  end,
}
