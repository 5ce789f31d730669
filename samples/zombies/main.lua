-- A town, and a few zombies in it. Anyone they catch becomes one. People who see a zombie run, and leave panic where
-- they run; the others sense the panic, around corners and behind their backs, and go to where there is less.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local LENGTH, WIDTH = 72, 44 -- meters
local HOUSE = 8 -- meters, the width of a house
local COLUMNS, ROWS = { -27, -13.5, 0, 13.5, 27 }, { -14, 0, 14 } -- the centers of houses

drover.field("panic", { cell = 1, evaporation = 0.5, diffusion = 4, max = 1, color = "orchid" })

local function body(speed) return { radius = 0.35, max_speed = speed, max_force = 6 * speed, solid = "agents" } end

-- Getting around houses comes first: a person who runs straight away from a zombie ends up against a wall.
local function walk(go)
  return blend.priority {
    steer.obstacle_avoidance { horizon = 0.8 },
    blend.weighted { go, { steer.separation { radius = 1.2 }, 0.5 } },
  }
end

local person = drover.kind("person", {
  body = body(3.2),
  sight = { range = 8, angle = math.rad(120), occluded = true },
  look = { shape = "person", color = "skyblue", size = 1.3 },
  slots = { threat = "agent" },
  initial = "strolling",
  on = { { when.sees("zombie", { as = "threat" }), "running" } },
  states = {
    strolling = {
      speed = 1.2,
      steer = walk(steer.wander { strength = 0.4 }),
      on = { { when.field("panic", { above = drover.setting "nerve" }), "wary" } },
    },
    wary = { -- has seen nothing, and does not want to
      speed = 3,
      steer = walk(steer.climb { field = "panic", direction = -1, distance = 3, angle = 1.3 }),
      on = { { when.field("panic", { below = 0.02 }) & when.after(1), "strolling" } },
    },
    running = {
      leaves = { panic = 10 }, -- per second
      steer = walk(steer.evasion { target = "threat", horizon = 1 }),
      on = { { when.after(2), "wary" } },
    },
  },
})

local function bite(self)
  local prey = self.prey
  if prey then
    self.world:field("panic"):add(prey.x, prey.y, 40, 4) -- a scream
    prey:turn_into "zombie"
  end
  return "roaming"
end

local zombie = drover.kind("zombie", {
  body = body(2.2),
  sight = { range = 10, angle = math.rad(200), occluded = true },
  look = { shape = "person", color = "lime", size = 1.3 },
  slots = { prey = "agent" },
  speed = drover.setting "zombie_speed",
  initial = "roaming",
  states = {
    roaming = {
      steer = walk(steer.wander { strength = 0.3 }),
      on = { { when.sees("person", { as = "prey" }), "hunting" } },
    },
    hunting = {
      steer = walk(steer.pursuit { target = "prey", horizon = 0.5 }),
      on = {
        { when.near("person", 0.9, { as = "prey" }), bite },
        { ~when.sees("person", { as = "prey" }), "roaming" },
      },
    },
  },
})

return drover.scenario {
  name = "zombies",
  title = "Zombies",
  theme = "street",
  kinds = { person, zombie },
  -- Anyone who leaves the town comes in on the other side, and so does panic.
  bounds = { min = { -LENGTH / 2, -WIDTH / 2 }, max = { LENGTH / 2, WIDTH / 2 }, edge = "wrap" },

  settings = {
    drover.slider("nerve", 0.05, { min = 0.01, max = 1.01, title = "panic that people can stand (1.01: any)" }),
    drover.slider("zombie_speed", 1.8, { min = 0.5, max = 2.2, title = "speed of zombies (m/s)" }),
    drover.slider("people", 150, { min = 1, max = 300, step = 1, restart = true }),
    drover.slider("zombies", 6, { min = 1, max = 50, step = 1, restart = true }),
  },

  monitors = {
    people = function(world) return world:count "person" end,
    zombies = function(world) return world:count "zombie" end,
    panic = function(world) return world:field("panic"):total() end,
  },
  plots = { { title = "town", "people", "zombies" } },

  setup = function(world, settings)
    for _, x in ipairs(COLUMNS) do
      for _, y in ipairs(ROWS) do
        world:obstacle { box = { x = x, y = y, w = HOUSE, d = HOUSE }, color = "#80604f" }
      end
    end
    world:scatter("person", settings.people)
    world:scatter("zombie", settings.zombies)
  end,

  update = function(world)
    if world:count "person" == 0 then world:finish(string.format("the last one is bitten after %.0f s", world.time)) end
  end,
}
