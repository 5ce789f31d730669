local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    local s, t = world:spawn("a", {}), world:spawn("a", {})
    t.prey = s
    s:remove()
    local u = world:spawn("b", {})
    print(s.alive, u.alive, u == s, s, u)
    print(pcall(function() return s.x end))
    print(pcall(function() s.x = 1 end))
    print(pcall(s.remove, s))
    print(pcall(world.remove, world, s))
    print(t.prey, t:sees(s))
    t.prey = s
    print(t.prey)
    print(pcall(function() return t:distance(s) end))
  end,
}
