local drover = require "drover"
local steer, when = drover.steer, drover.when

drover.group("gang", {
  renamed_from = "pack",
  memory = { m = 1 },
  slots = { den = "point" },
})

drover.flow("gale", {
  renamed_from = "wind",
  resolution = 50,
  field = function() return 2, 0 end,
})

local late

local deer = drover.kind("deer", {
  memory = { fear = 3, bag = { a = 1, b = {} }, fresh = { 1 } },
  slots = { at = "point" },
  initial = "calm",
  migrate = function(self, was)
    self.bag = { a = was, b = self.fresh }
    return "mild"
  end,
  states = {
    calm = { step = function() late = 1 end },
    mild = { renamed_from = "wild", steer = steer.wander {} },
  },
})

local unused = when.after(9) -- the reload warns of it

return drover.scenario {
  kinds = { deer, drover.kind("owl", {}) },
  removed = { { kind = "wolf" }, { kind = "fox", into = "deer" }, { terrain = "mud" } },
  settings = { drover.slider("pace", 6, { min = 1, max = 9 }) },
  bounds = { min = { 0, 0 }, max = { 50, 50 } },
  -- Something to allocate behind the swap, too.
  on_reload = function(world)
    local t = { late }
    for _ = 1, 50 do
      t = { t }
    end
    world.memory.t = t
  end,
}
