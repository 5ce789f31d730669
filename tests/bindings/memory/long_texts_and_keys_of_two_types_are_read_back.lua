local drover = require "drover"

local a = drover.kind("a", {
  step = function(self)
    local m, n = self.world.memory, 0
    for _ in pairs(m.mixed) do
      n = n + 1
    end
    print(#m.text, m.text:sub(-1), n, m.mixed.b, m.mixed[-7])
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", {})
    local m = world.memory
    m.text = ("x"):rep(300000) .. "y"
    m.mixed = { a = 1, b = 2, c = 3, d = 4, [100] = 5, [-7] = 6, [33] = 7 }
  end,
}
