local drover = require "drover"
local when = drover.when

local function say(who)
  return function(self, dt) print(("%d: %s %.0f"):format(self.world.tick, who, dt * 60)) end
end

local a = drover.kind("a", {
  think = 4,
  step = say "kind",
  initial = "one",
  states = {
    one = { step = say "one", on = { { when.after(6 / 60), "two" } } },
    two = { think = 2, step = say "two", on = { { when.after(4 / 60), "three" } } },
    three = { think = 1, step = say "three" },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
