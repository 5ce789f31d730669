local drover = require "drover"

local a = drover.kind("a", { body = { radius = 1 } })

return drover.scenario {
  kinds = { a },
  bounds = { min = { 10, 10 }, max = { 40, 40 } },
  setup = function(world)
    world:obstacle { sphere = { x = 25, y = 25, radius = 5 } }
    world:scatter("a", 60)
    local least, inside = 99, true
    for s in world:agents() do
      least = math.min(least, s:distance(25, 25))
      inside = inside and s.x >= 10 and s.x <= 40 and s.y >= 10 and s.y <= 40
      for t in world:agents() do
        if s ~= t and s:distance(t) < 2 then print("touch", s, t) end
      end
    end
    print(least >= 6, inside)
  end,
}
