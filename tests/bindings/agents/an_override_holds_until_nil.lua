local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
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
