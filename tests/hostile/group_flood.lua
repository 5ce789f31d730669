-- stopped after|out of memory|at most
local drover = require "drover"
drover.group("nest", {})
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for _ = 1, 1e9 do world:new_group "nest" end
  end,
}
