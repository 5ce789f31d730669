-- What guards cost: two flocks that fly alike among wolves that are 1 % of all. One only flies, the other watches too.
local drover = require "drover"
local steer, when = drover.steer, drover.when
local agents = require "agents"
local side = require("density").side_of_square(agents)

local WOLVES = 0.01 -- of all agents

-- Nothing changes when a guard holds, so that both flocks go on alike. The second one does for about 1 % in each tick.
local function startle(self) self.starts = self.starts + 1 end

local function flyer(name, watching)
  return drover.kind(name, {
    body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27, response = 0.25 },
    sight = { range = 20, angle = math.rad(300) },
    slots = { threat = "agent" },
    memory = { starts = 0 },
    steer = steer.flocking {
      kind = name,
      separation = { weight = 12, radius = 5, angle = 2 * math.acos(-0.707) },
      alignment = { weight = 8, radius = 7.5, angle = 2 * math.acos(0.7) },
      cohesion = { weight = 1, radius = 9, angle = 2 * math.acos(-0.15) },
    },
    on = watching and {
      when.sees("wolf", { within = 15, as = "threat" }), -- keeps the slot fresh
      { when.sees("wolf", { within = 2.2 }), startle },
      { when.near("threat", 0.5), startle },
      { when.after(3600), startle },
    } or nil,
  })
end

local wolf = drover.kind("wolf", {
  body = { mass = 40, radius = 0.5, max_speed = 9, max_force = 200 },
  steer = steer.wander { strength = 0.3 },
})

return drover.scenario {
  title = "Guards",
  kinds = { flyer("boid", false), flyer("watcher", true), wolf },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  settings = { drover.toggle("guarded", true, { restart = true }) },
  monitors = {
    -- The share of the flock that starts in a tick, on average so far.
    starting = function(world)
      local starts = 0
      for watcher in world:agents("watcher") do starts = starts + watcher.starts end
      return starts / math.max(1, world:count("watcher") * world.tick)
    end,
  },
  setup = function(world, settings)
    local wolves = math.ceil(agents * WOLVES)
    world:scatter(settings.guarded and "watcher" or "boid", agents - wolves, { speed = 9 })
    world:scatter("wolf", wolves, { speed = 9 })
  end,
}
