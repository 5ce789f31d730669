local drover = require "drover"
local steer = drover.steer

drover.terrain("mud", { speed = 0.5, kinds = { duck = { speed = 1 }, wolf = { speed = 0.25, weight = 3 } } })

local body = { max_speed = 8, max_force = 1e9, response = 0.01, mass = 1 }
local function runner(name)
  return drover.kind(name, { body = body, steer = steer.seek { target = { 1000, 0 } } })
end

return drover.scenario {
  kinds = { runner "duck", runner "wolf", runner "bear" },
  bounds = { min = { -500, -5 }, max = { 500, 5 } },
  setup = function(world)
    world:terrain("mud")
    for _, name in ipairs { "duck", "wolf", "bear" } do world:spawn(name, { x = -400, y = 0 }) end
  end,
  update = function(world)
    if world.tick % 60 ~= 59 then return end
    for agent in world:agents() do print(agent.kind, agent.speed) end
  end,
}
