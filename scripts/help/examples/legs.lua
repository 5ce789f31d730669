local drover = require "drover"
local steer = drover.steer

drover.field("smoke", {})

-- @example drover, stress, stress_behavior, stress_list, stress_part
local stress = drover.stress
local minds = { -- behavior, weight, power
  { stress.attract { target = "goal", distance = 1 }, 1, 0.5 },
  { stress.predictive_attract { target = "friend" }, 0.2 },
  { stress.avoid { target = "danger", distance = 5 }, 2 },
  { stress.predictive_avoid { kind = "walker" }, 2 },
  { stress.proximity_avoid { radius = 2 }, 1 },
  { stress.line_avoid { distance = 1 }, 0.5 }, -- walls
  { stress.line_attract { path = "curb", distance = 0.5 }, 0.2 },
  { stress.gaze_avoid { kind = "guard" }, 1 },
  { stress.terrain { steps = 3 }, 1 },
  { stress.field { field = "smoke", direction = -1 }, 3 },
  { stress.depth { max = 10 }, 0.1 },
  { stress.inertia { drunk = 0.2 }, 0.5 },
  stress.forward(), -- weighs 1
  { stress.follow_steering(), 0.5 },
}
local ducks = { stress.duck { height = 1.8 } }
local whims = {
  stress.custom(function(_, x) return x > 30 and 10 or 0 end),
}
-- @end

local body = { locomotion = "legged", radius = 0.25, max_speed = 1.4 }
local walker = drover.kind("walker", {
  body = body,
  slots = { goal = "point", friend = "agent", danger = "point", curb = "path" },
  reflexes = minds,
  steer = steer.wander {},
})
local guard = drover.kind("guard", { body = body, steer = steer.wander {}, stress = ducks })
local free = drover.kind("free", { body = body, stress = whims })

return drover.scenario {
  kinds = { walker, guard, free },
  setup = function(world)
    local curb = world:path { points = { { -20, -5 }, { 20, -5 } } }
    local friend = world:spawn("guard", { x = 10 })
    world:obstacle { wall = { from = { -10, 5 }, to = { 10, 5 } } }
    world:scatter("walker", 5, { goal = { 20, 0 }, friend = friend, danger = { 0, 10 }, curb = curb })
    world:scatter("free", 2)
  end,
}
