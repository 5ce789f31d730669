local drover = require "drover"

local deer = drover.kind("deer", { steer = drover.steer.wander { strength = 2 } })

local function sum_of_x(world)
  local sum = 0
  for a in world:agents() do sum = sum + a.position.x end
  return sum
end

return drover.scenario {
  kinds = { deer },
  settings = {
    drover.slider("deer", 5, { min = 0, max = 50, step = 1, restart = true }),
    drover.toggle("unlucky", false),
    drover.choice("where", "here", { "here", "over there, far" }),
  },
  monitors = {
    x = sum_of_x,
    deer = function(world) return world:count "deer" end,
    nothing = function() return 0 / 0 end,
  },
  setup = function(world)
    world:scatter("deer", world.settings.deer)
    if world.settings.unlucky and world.settings.deer % 7 == 3 then error "three of seven" end
  end,
}
