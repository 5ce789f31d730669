-- Scenes that are one step beside an even flock near the origin, and the even ones that they are compared with. `drover
-- bench` puts the name of a scene in the place of the module `scene`.
local drover = require "drover"
local agents = require "agents"
local scene = require "scene"
local steer, when = drover.steer, drover.when

local side = require("density").side_of_square(agents)
local wrapped = { min = { 0, 0 }, max = { side, side }, edge = "wrap" }
local HALF_A_TURN = math.pi

local function spawn(world, kind, x, y, def)
  def = def or {}
  def.x, def.y, def.heading = x, y, (2 * world:random() - 1) * HALF_A_TURN
  return world:spawn(kind, def)
end

-- So many of a kind on a square with its corner at x, y.
local function fill(world, kind, count, x, y, width, speed)
  for _ = 1, count do
    spawn(world, kind, x + width * world:random(), y + width * world:random(), { speed = speed })
  end
end

local scenes = {}

-- A flock; `far` are the bounds, `more` is called with the world afterwards.
local function flock(bounds, more, others)
  return {
    kinds = { require "boid", table.unpack(others or {}) }, bounds = bounds,
    setup = function(world)
      fill(world, "boid", agents, 0, 0, side, 9)
      if more then more(world) end
    end,
  }
end

function scenes.even() return flock(wrapped) end

local OUT = 3e5
local open = { min = { -OUT, -OUT }, max = { OUT, OUT }, edge = "open" }

function scenes.open() return flock(open) end

function scenes.outlier()
  return flock(open, function(world) spawn(world, "boid", OUT, OUT) end)
end

-- One agent that looks far, by its steering or by a guard.
local function watched_by(watcher)
  return flock(wrapped, function(world) spawn(world, "watcher", side / 2, side / 2) end, { watcher })
end

local function watcher(def)
  def.body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27 }
  return drover.kind("watcher", def)
end

function scenes.watcher_90() return watched_by(watcher { steer = steer.cohesion { kind = "boid", radius = 90 } }) end

function scenes.watcher_900() return watched_by(watcher { steer = steer.cohesion { kind = "boid", radius = 900 } }) end

function scenes.guard_900()
  return watched_by(watcher {
    steer = steer.wander {}, slots = { who = "agent" },
    on = { { when.near("boid", 900, { as = "who" }), function() end } },
  })
end

-- A hundred towns, each as dense as the flock.
function scenes.towns()
  local far, width = 1e6, side / 10
  return {
    kinds = { require "boid" }, bounds = { min = { 0, 0 }, max = { far, far }, edge = "wrap" },
    setup = function(world)
      for _ = 1, 100 do
        fill(world, "boid", agents // 100, far * 0.9 * world:random(), far * 0.9 * world:random(), width, 9)
      end
    end,
  }
end

-- A crowd on a square, two to each square meter, in a map of some width.
local function square(map)
  local walker = drover.kind("walker", {
    body = { mass = 70, radius = 0.25, max_speed = 1.4, max_force = 350 },
    steer = drover.blend.sum {
      steer.wander {}, steer.separation { kind = "walker", radius = 2 },
      steer.unaligned_avoidance { kind = "walker", radius = 4, horizon = 2 },
    },
  })
  local width = math.sqrt(agents / 2)
  return {
    kinds = { walker }, bounds = { min = { 0, 0 }, max = { map or width, map or width }, edge = "wrap" },
    setup = function(world) fill(world, "walker", agents, 0, 0, width, 1.4) end,
  }
end

function scenes.square() return square() end
function scenes.square_in_map() return square(50000) end

-- Agents that look for others nearby, in a world of some scale: people are as wide as ants are, in centimeters.
local function scaled(scale)
  local mite = drover.kind("mite", {
    body = { mass = 1, radius = 0.05 * scale, max_speed = 9 * scale, max_force = 27 * scale },
    steer = steer.wander {}, slots = { other = "agent" },
    on = { { when.near("mite", 9 * scale, { as = "other" }) & when.chance(0.001), function() end } },
  })
  local width = side * scale
  return {
    kinds = { mite }, bounds = { min = { 0, 0 }, max = { width, width }, edge = "wrap" },
    setup = function(world) fill(world, "mite", agents, 0, 0, width, 9 * scale) end,
  }
end

function scenes.meters() return scaled(1) end
function scenes.centimeters() return scaled(0.01) end

-- Everybody calls, and listens to a name, or to nothing.
local function callers(name)
  local caller = drover.kind("caller", {
    body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27 }, hearing = { range = 9 }, memory = { calls = 0 },
    steer = steer.wander {},
    step = function(self) self:emit("call", 9) end,
    on = name and { { when.hears(name), function(self) self.calls = self.calls + 1 end } } or nil,
  })
  return {
    kinds = { caller }, bounds = wrapped,
    setup = function(world) fill(world, "caller", agents, 0, 0, side, 9) end,
  }
end

function scenes.calls() return callers() end
function scenes.calls_heard() return callers "call" end
function scenes.calls_of_nobody() return callers "song" end

-- Everybody at one point, as at a nest or a door, and slow to leave it.
function scenes.heap()
  local boid = drover.kind("slow", {
    body = { mass = 1, radius = 0.05, max_speed = 0.001, max_force = 2.7 },
    steer = steer.flocking {
      kind = "slow", separation = { weight = 12, radius = 5 }, alignment = { weight = 8, radius = 7.5 },
      cohesion = { weight = 1, radius = 9 },
    },
  })
  return {
    kinds = { boid }, bounds = { min = { -500, -500 }, max = { 500, 500 }, edge = "wrap" },
    setup = function(world)
      for _ = 1, agents do spawn(world, "slow", 0, 0) end
    end,
  }
end

-- Solid bodies, one of which may be large.
local function bodies(radius)
  local body = drover.kind("body", {
    body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27, solid = "agents" }, steer = steer.wander {},
  })
  return {
    kinds = { body }, bounds = wrapped,
    setup = function(world)
      fill(world, "body", agents - 1, 0, 0, side, 9)
      spawn(world, "body", side / 2, side / 2).radius = radius
    end,
  }
end

function scenes.bodies() return bodies(0.5) end
function scenes.bodies_one_large() return bodies(100) end

return drover.scenario(scenes[scene]())
