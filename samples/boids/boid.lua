-- A boid. The setting "mode" says what it does; each mode is a state, so the outline of a boid shows it.
-- Nothing here runs in Lua every tick: sliders are read in C, and the guards that switch modes are tested there.

local drover = require "drover"
local steer, blend, when, setting = drover.steer, drover.blend, drover.when, drover.setting

-- Nine numbers make a flock (Reynolds 1987): three rules, each with a weight, a radius and an angle of sight.
local function rule(name)
  return { weight = setting(name), radius = setting(name .. "_radius"), angle = setting(name .. "_angle") }
end

-- Alignment means heading where the others head, at one's own speed: that keeps a flock going.
local flock = steer.flocking {
  kind = "boid",
  separation = rule "separation",
  alignment = rule "alignment",
  cohesion = rule "cohesion",
}
local keep_apart = steer.separation { kind = "boid", radius = setting "separation_radius" }
local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.5 }
local wander = steer.wander { strength = "wander_strength", rate = "wander_rate" } -- number slots: each has its own

local MODES = { "flock", "feeding_frenzy", "predator", "scatter", "chase" }

-- The guards of a state: out of bounds, return; in another mode, go to its state. `first` are the state's own.
local is_outside = when.far("center", setting "bounding_radius")
local function guards(own, first)
  local on = first or {}
  if own ~= "returning" then on[#on + 1] = { is_outside, "returning" } end
  for _, mode in ipairs(MODES) do
    if mode ~= own then on[#on + 1] = { ~is_outside & when.setting("mode", mode), mode } end
  end
  return on
end

local function eat(self)
  if self.food then self.food:remove() end -- guards are tested before anyone acts: another boid may have been quicker
end

return drover.kind("boid", {
  -- Speed and force are drawn for each boid from what the sliders allow; see demo.lua.
  body = { mass = 0.15, radius = 0.3, response = 0.15, solid = "agents" },
  look = { shape = "bird", color = "white", size = 1.5 },
  sight = { range = 60 },
  slots = {
    center = "point",
    food = "agent",
    quarry = "agent",
    wander_strength = "number",
    wander_rate = "number",
  },
  memory = { shares = {} },

  initial = "flock",
  states = {
    flock = {
      steer = blend.priority { dodge, blend.weighted { flock, { wander, setting "wander" } } },
      on = guards "flock",
    },

    -- A guard alone only keeps its slot fresh: the nearest crumb.
    feeding_frenzy = {
      steer = blend.priority {
        dodge,
        blend.weighted { steer.seek { target = "food" }, { keep_apart, 0.7 }, { wander, setting "wander" } },
      },
      on = guards("feeding_frenzy", {
        when.sees("crumb", { as = "food" }),
        { when.near("food", 1), eat },
      }),
    },

    -- The predator is the mouse. While it is not over the world it steers nobody.
    predator = {
      steer = blend.priority {
        dodge,
        blend.weighted { { steer.flee { target = drover.mouse, radius = 18 }, 3 }, flock },
      },
      on = guards "predator",
    },

    -- Separation, with a neighborhood that includes half the flock.
    scatter = {
      steer = blend.priority {
        dodge,
        blend.weighted { steer.separation { kind = "boid", radius = 15 }, { wander, setting "wander" } },
      },
      on = guards "scatter",
    },

    -- Each boid pursues the one that was made before it. The first has no quarry and wanders.
    chase = {
      steer = blend.priority {
        dodge,
        blend.weighted { steer.pursuit { target = "quarry" }, { keep_apart, 0.5 }, { wander, setting "wander" } },
      },
      on = guards "chase",
    },

    returning = {
      color = "yellow",
      steer = blend.priority { dodge, blend.weighted { steer.seek { target = "center" }, { flock, 0.5 } } },
      on = guards "returning",
    },
  },
})
