local drover = require "drover"

local model = drover.model {
  attributes = { aware = 0.5, fatigue = 0, rushed = 0 },
  parameters = { pace = { min = 0.4, max = 2.4, default = 1.3 } },
  effects = {
    { "aware", "notice", range = { 0.1, 0.9 } },
    { "fatigue", "pace", range = { 0, 0.4 }, inverse = true },
    { "rushed", "pace", range = { 0.55, 1 } },
  },
}

local a = drover.kind("a", {
  model = model,
  step = function(self)
    local other = self:nearest("a", 100)
    if self.id == 1 then
      other.rushed = 1
    else
      print(self.pace)
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn "a"
    world:spawn("a", { x = 5 })
  end,
}
