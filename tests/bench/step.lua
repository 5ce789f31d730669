-- What Lua costs: every agent runs a step in every tick, with two questions and three behaviors.
local drover = require "drover"
local steer = drover.steer
local agents = require "agents"
local side = require("density").side_of_square(agents)

local WOLVES = 0.01 -- of all agents

local seek = steer.seek { target = "goal" }
local flee = steer.flee { target = "home" }
local wander = steer.wander { strength = 0.5 }

local walker = drover.kind("walker", {
  body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27 },
  sight = { range = 20, angle = math.rad(300) },
  slots = { goal = "point", home = "point" },
  init = function(self)
    self:set("home", self.x, self.y)
    self:set("goal", side * self:random(), side * self:random())
  end,
  step = function(self)
    local _, distance = self:nearest("walker", 10)
    local wolf = self:sees("wolf")
    self:apply(seek, distance and 0.1 * distance or 1)
    self:apply(flee, wolf and 1 or 0.1)
    self:apply(wander, 0.3)
  end,
})

local wolf = drover.kind("wolf", {
  body = { mass = 40, radius = 0.5, max_speed = 9, max_force = 200 },
  steer = steer.wander { strength = 0.3 },
})

return drover.scenario {
  title = "Lua step",
  kinds = { walker, wolf },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world)
    local wolves = math.ceil(agents * WOLVES)
    world:scatter("walker", agents - wolves, { speed = 9 })
    world:scatter("wolf", wolves, { speed = 9 })
  end,
}
