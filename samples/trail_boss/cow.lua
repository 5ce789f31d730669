-- A cow: it grazes with the herd, strays now and then, and goes where no rider bothers it.
--
--     grazing ──now and then──▶ astray ──a rider is close──▶ driven ──back at the herd──▶ grazing

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local RIDERS = { "cowboy", "motorcyclist", "muleteer" }

-- The trail boss keeps this slot up to date: the center of the cows that are with the herd.
drover.group("herd", { slots = { center = "point" } })

local dodge = steer.obstacle_avoidance { horizon = 1.5, clearance = 0.5 }
local stay_inside = steer.containment { horizon = 2 }
local keep_apart = steer.separation { kind = "cow", radius = 4 }

-- Some juicier grass, well away from the herd.
local function choose_grass(self)
  local direction = 2 * math.pi * self:random()
  local x, y = self:get("home")
  self:set("grass", x + 48 * math.cos(direction), y + 30 * math.sin(direction))
end

return drover.kind("cow", {
  body = { mass = 500, radius = 0.9, max_speed = 6, max_force = 2500, response = 0.4, solid = "agents" },
  look = { shape = "hoofed", color = "peru", size = 3 },
  slots = { home = "point", grass = "point", rider = "agent" },

  initial = "grazing",
  states = {
    grazing = {
      speed = 0.7,
      steer = blend.weighted {
        { dodge, 3 },
        { keep_apart, 1.5 },
        steer.wander { strength = 0.6 },
        { steer.cohesion { kind = "cow", state = "grazing", radius = 14, pull = true }, 0.8 },
        { steer.arrival { target = "home", slowing_distance = 15 }, 0.3 },
      },
      on = { { when.chance(drover.setting "restless"), "astray" } },
    },

    astray = {
      speed = 2.8,
      enter = choose_grass,
      steer = blend.priority { dodge, stay_inside, steer.arrival { target = "grass" } },
      on = {
        { when.sees(RIDERS, { within = 9, as = "rider" }) & when.is("rider", "driving"), "driven" },
        { when.every(40), choose_grass }, -- on to the next
      },
    },

    driven = {
      speed = 4.5,
      steer = blend.priority {
        dodge,
        blend.weighted { { stay_inside, 2 }, steer.evasion { target = "rider", horizon = 1 } },
      },
      on = {
        { when.near("group.center", 14), "grazing" },
        { when.far("rider", 14), "astray" },
      },
    },
  },
})
