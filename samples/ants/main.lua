-- Ants look for food and carry it home, and leave a scent on the way. Others that come upon the scent follow it. No ant
-- knows of a trail: there is one as long as ants carry food along it, and after that it evaporates.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local NEST = { 0, 0 }
local HEAPS = { { -19, 8 }, { 15, 11 }, { 11, -13 } }
local CRUMBS, HEAP = 150, 1.8 -- in a heap, and meters: its radius
local FAINT = 0.05 -- scent that ants just notice

drover.field("scent", { cell = 0.5, evaporation = 0.1, diffusion = 0.02, color = "orange" })
drover.terrain("nest", { color = "sienna" })

local crumb = drover.kind("crumb", {
  body = { locomotion = "fixed", radius = 0.15 },
  look = { shape = "disc", color = "ivory" },
})

local roam = steer.noise_wander {}
local stay = steer.containment {}
local sees_food = { when.sees("crumb", { as = "found" }), "fetching" }

local function pick_up(self)
  if not self.found then return "searching" end -- another was faster, in this very tick
  self.found:remove()
  self.color = "ivory"
  return "carrying"
end

local function put_down(self)
  self.world.memory.food = self.world.memory.food + 1
  self.color = nil
  self.heading = 2 * math.pi * self:random() -- it does not remember where it was
  return "searching"
end

local ant = drover.kind("ant", {
  body = { radius = 0.25, max_speed = 2.5, max_force = 20, response = 0.1 },
  look = { color = "black", size = 0.9 },
  sight = { range = 1.5 },
  slots = { nest = "point", found = "agent" },
  initial = "searching",
  states = {
    searching = {
      steer = blend.weighted { roam, { stay, 2 } },
      on = { sees_food, { when.field("scent", { above = FAINT }), "following" } },
    },
    following = {
      steer = blend.weighted { steer.climb { field = "scent" }, { roam, 0.3 }, { stay, 2 } },
      on = { sees_food, { when.field("scent", { below = FAINT }), "searching" } },
    },
    fetching = {
      steer = steer.seek { target = "found" },
      on = { { ~when.has "found", "searching" }, { when.near("found", 0.3), pick_up } },
    },
    carrying = {
      steer = steer.seek { target = "nest" }, -- ants know the way home
      leaves = { scent = drover.setting "scent" },
      on = { { when.near("nest", 1), put_down } },
    },
  },
})

local function put_heap(world, x, y)
  for _ = 1, CRUMBS do
    local out, around = HEAP * math.sqrt(world:random()), 2 * math.pi * world:random()
    world:spawn("crumb", { x = x + out * math.cos(around), y = y + out * math.sin(around) })
  end
end

local function count(state)
  return function(world) return world:count("ant", { state = state }) end
end

return drover.scenario {
  name = "ants",
  title = "Ants",
  kinds = { ant, crumb },
  bounds = { min = { -30, -20 }, max = { 30, 20 } },
  effects = { spawns = false, removals = false },

  settings = {
    drover.slider("ants", 100, { min = 1, max = 500, step = 1, restart = true }),
    drover.slider("scent", 2, { min = 0, max = 10, title = "scent that an ant leaves per second" }),
  },
  monitors = {
    food = function(world) return world.memory.food end,
    searching = count "searching", following = count "following", carrying = count "carrying",
  },
  plots = {
    { title = "food brought home", "food", unit = "crumbs" },
    { title = "ants", "searching", "following", "carrying" },
  },

  setup = function(world, settings)
    world.memory.food = 0
    world:region { shape = { sphere = { x = NEST[1], y = NEST[2], radius = 2 } }, terrain = "nest" }
    for _, heap in ipairs(HEAPS) do put_heap(world, heap[1], heap[2]) end
    for _ = 1, settings.ants do
      world:spawn("ant", { x = NEST[1], y = NEST[2], heading = 2 * math.pi * world:random(), nest = NEST })
    end
  end,

  -- Whenever a heap's worth of crumbs is gone, a new heap appears somewhere else.
  update = function(world)
    if world:count("crumb") > (#HEAPS - 1) * CRUMBS then return end
    local out, around = 10 + 7 * world:random(), 2 * math.pi * world:random()
    put_heap(world, out * math.cos(around), out * math.sin(around))
  end,

  mousepressed = put_heap,
}
