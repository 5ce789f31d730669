-- world.memory.t.1.1|world.memory.t:
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    local t = print
    for _ = 1, 150 do t = { t } end
    world.memory.t = t
  end,
}
