local drover = require "drover"

local a = drover.kind("a", {
  initial = "calm",
  memory = { n = 0 },
  slots = { at = "point" },
  states = { calm = {}, wild = {}, lost = {} },
})

return drover.scenario {
  kinds = { a },
  on_reload = function(world)
    for s in world:agents() do
      print(s, s.state, s.n)
    end
  end,
  setup = function(world)
    for i, name in ipairs { "calm", "wild", "lost", "wild" } do
      world:spawn("a", { state = name, n = i, x = i })
    end
  end,
}
