local drover = require "drover"
local steer = drover.steer

drover.terrain("mud", { speed = 0.5, kinds = { swan = { speed = 1 }, wolf = { speed = 0.25, weight = 3 } } })

local body = { max_speed = 8, max_force = 1e9, response = 0.01, mass = 1 }
local function runner(name, more)
  local def = { body = body, steer = steer.seek { target = { 1000, 0 } } }
  for key, value in pairs(more or {}) do def[key] = value end
  return drover.kind(name, def)
end

return drover.scenario {
  kinds = { runner("swan", { renamed_from = "duck" }), runner "wolf", runner "bear" },
  bounds = { min = { -500, -5 }, max = { 500, 5 } },
  setup = function(world)
    world:terrain("mud")
    for _, name in ipairs { "swan", "wolf", "bear" } do world:spawn(name, { x = -400, y = 0 }) end
  end,
  update = function(world)
    if world.tick % 60 ~= 59 then return end
    for agent in world:agents() do print(agent.kind, agent.speed) end
  end,
}
