local drover = require "drover"

local function kind(name, def)
  def.look.shape, def.look.size = "disc", 6
  def.body = { radius = 0.1 }
  return drover.kind(name, def)
end

return drover.scenario {
  kinds = {
    kind("slot", { slots = { pace = "number" }, look = { color = drover.by("pace", { 1, 5 }) } }),
    kind("field", { memory = { hunger = 0.5 }, look = { color = drover.by("hunger", { 0, 1 }, "diverging") } }),
    kind("attribute", {
      model = drover.model { attributes = { tired = 0 }, effects = { { "tired", "slowness" } } },
      look = { color = drover.by("tired", { 1, 0 }) },
    }),
    kind("moving", { look = { color = drover.by("speed", { 0, 10 }) } }),
  },
  bounds = { min = { -20, -20 }, max = { 20, 20 } },
  setup = function(world)
    assert(world) --[[setup]]
  end,
}
