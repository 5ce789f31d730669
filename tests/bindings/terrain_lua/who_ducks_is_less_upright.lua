local drover = require "drover"
local stress = drover.stress

return drover.scenario {
  space = "volume",
  kinds = {
    drover.kind("a", {
      body = { locomotion = "legged", radius = 0.5 },
      initial = "proud",
      states = {
        bending = { stress = { stress.duck {} } },
        proud = {},
      },
    }),
  },
  setup = function(world)
    world:obstacle { box = { x = 5, y = 0, z = 1.5, w = 1, d = 10, h = 0.2 } }
    for _, x in ipairs { 0, 2, 5 } do
      local one = world:spawn("a", { x = x, state = "bending" })
      local other = world:spawn("a", { x = x, y = 3, state = "proud" })
      print(string.format("%.4f", one.posture), other.posture)
      print(pcall(function() one.posture = 1 end))
    end
  end,
}
