local drover = require "drover"
local pack = require "pack"

return drover.scenario {
  kinds = pack.kinds,
  setup = function(world)
    local p = world:new_group "pack"
    local s = world:spawn("a", { group = p })
    local t = world:spawn("a", {})
    p.leader = s
    print(p.leader)
    print(pcall(function() p.leader = t end))
    print(pcall(function() p.leader = 3 end))
    print(p.leader)
    s.group = nil
    print(p.leader)
    s.group = p
    print(p.leader)
    p.leader = s
    p.leader = nil
    print(p.leader)
    p.leader = s
    s:remove()
    print(p.leader)
    print(p:elect())
  end,
}
