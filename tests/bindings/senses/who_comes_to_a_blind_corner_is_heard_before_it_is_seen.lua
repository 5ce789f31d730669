local drover = require "drover"
local steer, when = drover.steer, drover.when

local walker = drover.kind("walker", {
  body = { max_speed = 1 },
  sight = { occluded = true },
  hearing = { range = 6 },
  slots = { goal = "point", who = "agent", there = "point" },
  memory = { told = {} },
  steer = steer.seek { target = "goal" },
  on = {
    {
      when.hears("steps", { as = "who", at = "there" }),
      function(self)
        local told = self.told
        if told.heard then return end
        told.heard = true
        print(self.id, "hears", self.who.id, self:sees(self.who), self:distance(self.there) < 6)
      end,
    },
    {
      when.sees "walker",
      function(self)
        local told = self.told
        if told.seen then return end
        told.seen = true
        print(self.id, "sees", told.heard)
      end,
    },
    { when.every(0.5), function(self) self:emit("steps", 20) end },
  },
})

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    world:obstacle { box = { x = 5, y = 5, w = 8, d = 8 } }
    world:spawn("walker", { x = 8, y = 0, goal = { 0, 0 }, heading = math.pi })
    world:spawn("walker", { x = 0, y = 8, goal = { 0, 0 } })
  end,
}
