local drover = require "drover"

local b = drover.kind("b", {})

local a = drover.kind("a", {
  slots = { n = "number", at = "agent" },
  memory = { k = 2, new = 3 },
  initial = "zero",
  states = { zero = {}, two = {} },
  step = function(self)
    print(
      self.id,
      self.kind,
      self.state,
      self.k,
      self.new,
      self.n,
      self.at,
      self.world.settings.s,
      self.world.tick
    )
  end,
})

return drover.scenario {
  kinds = { b, a },
  settings = { drover.toggle("u", true), drover.slider("s", 1, { max = 9 }) },
}
