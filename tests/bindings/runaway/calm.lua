-- What a save makes of wild.lua: one state less, and a migrate for those who were in it.
local drover = require "drover"

local a = drover.kind("a", {
  initial = "calm",
  states = { calm = {} },
  migrate = function(self)
    --[[migrate]]
  end,
})

return drover.scenario {
  kinds = { a },
  on_reload = function() print "on_reload" end,
  setup = function(world)
    for _ = 1, 300 do
      world:spawn("a", { state = "wild" })
    end
  end,
}
