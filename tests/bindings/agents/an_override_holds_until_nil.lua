local drover = require "drover"

local a = drover.kind("a", { slots = { prey = "agent" }, memory = { n = 1 } })
local b = drover.kind("b", {})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    local s, t = world:spawn("a", {}), world:spawn("a", {})
    for _, name in ipairs {
      "mass",
      "radius",
      "max_speed",
      "max_force",
      "sight_range",
      "sight_angle",
      "hearing_range",
    } do
      local before = s[name]
      s[name] = 1.5
      local own = s[name]
      s[name] = nil
      print(name, own, s[name] == before, t[name] == before)
    end
  end,
}
