local drover = require "drover"

local a = drover.kind("a", {
  initial = "calm",
  states = { calm = {}, wild = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _ = 1, 3 do
      world:spawn("a", { state = "wild" })
    end
  end,
}
