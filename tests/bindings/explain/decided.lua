-- Three agents that change in three ways: by a step, by become, and by the function of a guard.
local drover = require "drover"
local when = drover.when

local function choose(self)
  if self.id == 3 then return "two" end
end

local a = drover.kind("a", {
  initial = "one",
  states = {
    one = {
      on = { { when.after(0), choose } },
      step = function(self)
        if self.id == 1 then return "two" end
      end,
    },
    two = {},
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 3 do world:spawn("a", {}) end
  end,
  update = function(world)
    for agent in world:agents("a", { state = "one" }) do
      if agent.id == 2 then agent:become "two" end
    end
  end,
}
