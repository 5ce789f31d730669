-- Everything that takes a place from a script, or gives one to it, in a world whose corner is at (X, Y). What it prints
-- is the same anywhere.
local drover = require "drover"
local steer, when = drover.steer, drover.when
local X, Y = 0, 0
local SPACE = "plane"
local floor = drover.data "floor.wkt" -- a square of 5 m from (X + 1, Y + 1) on

local function tell(what, x, y, ...) print(what, x - X, y - Y, ...) end

local function tell_vector(what, v) tell(what, v.x, v.y, v.z) end

drover.flow("breeze", { resolution = 4, field = function(x, y) return x - X, y - Y end })
drover.flow("draft", { resolution = 1, bounds = { min = { X + 2, Y + 2, -1 }, max = { X + 6, Y + 6, 1 } } })
drover.field("scent", { cell = 1, max = 10 })
drover.group("herd", { slots = { goal = "point" } })
if SPACE == "volume" then
  drover.surface("hill", { height = function(x, y) return (x - X) / 8 + (y - Y) / 16 end, resolution = 4 })
end

local mouse = drover.kind("mouse", {
  slots = { at = "point", drive = "vector", berth = "pose" },
  memory = { last = drover.vec(X, Y) },
  reflexes = steer.arrival { target = { X + 12, Y + 3 } },
  initial = "going",
  states = {
    going = { on = { { when.arrived { target = { X + 12, Y + 3 } }, "there" } } },
    there = { enter = function(self) print("arrived", self:distance(X + 12, Y + 3) < 1) end },
  },
})

local function ask_agent(a)
  tell("xy", a.x, a.y)
  tell_vector("position", a.position)
  a.x, a.y = X + 4, Y + 5
  tell("assigned", a.x, a.y)
  a.at, a.drive, a.berth = { X + 1, Y + 2 }, { 3, 4 }, { x = X + 5, y = Y + 6, heading = 1 }
  tell_vector("slot", a.at)
  print("drive", a.drive)
  tell("berth", a.berth.x, a.berth.y, a.berth.z, a.berth.heading)
  a:set("at", X + 3, Y + 4)
  tell("set", a:get "at")
  a:set("drive", 5, 6)
  print("set drive", a:get "drive")
  a:set("berth", X + 7, Y + 8, 0, 2)
  tell("set berth", a:get "berth")
  print("distance", a:distance(X + 7, Y + 9), a:distance { X + 7, Y + 9 }, a:offset(X + 1, Y + 1))
  print("local", a:to_local(X + 5, Y + 5))
  tell("world", a:to_world(1, 0))
  print("bearing", a:bearing(X + 4, Y + 9), a:in_sight(X + 4, Y + 9))
  tell_vector("memory", a.last)
end

local function ask_places(world)
  local rock = world:obstacle { sphere = { x = X + 9, y = Y + 9, radius = 1 } }
  tell("rock", rock.x, rock.y)
  rock.x, rock.y = X + 10, Y + 11
  tell("moved rock", rock.x, rock.y)
  local zone = world:region { shape = { box = { x = X + 14, y = Y + 14, w = 2, d = 2 } } }
  tell("zone", zone.x, zone.y)
  print("contains", zone:contains(X + 14, Y + 14.5), zone:contains(X + 11, Y + 14.5))
  local way = world:path { points = { { X, Y }, { X + 8, Y }, { X + 8, Y + 4 } }, radius = 1 }
  tell("point", way:point(10))
  print("project", way:project(X + 3, Y + 1))
  print("breeze", world:flow("breeze"):at(X + 4, Y + 8))
  local draft = world:flow "draft"
  draft:set({ X + 3, Y + 4 }, { 1, 2 })
  if SPACE == "plane" then draft:set(X + 3, Y + 4, 1, 2) end
  draft:paint({ X + 5, Y + 5 }, 0.5, { 3, 4 }, 1)
  print("draft", draft:at(X + 3, Y + 4))
  print("painted", draft:at(X + 5, Y + 5))
  local scent = world:field "scent"
  scent:set(X + 3.5, Y + 2.5, 6)
  print("scent", scent:at(X + 3.5, Y + 2.5), scent:gradient(X + 3, Y + 2.5))
  tell("highest", scent:highest())
  if SPACE == "volume" then tell("hill", world:surface("hill"):nearest(X + 4, Y + 4, 3)) end
  tell_vector("bounds", world.bounds.min)
  tell_vector("bounds", world.bounds.max)
  print("terrain", world:terrain_at(X + 3, Y + 3))
end

local function ask_ways(world)
  local way = world:plan({ X + 1, Y + 11 }, { X + 15, Y + 11 }, { clearance = 0.5 })
  tell("planned", way:point(0))
  tell("to", way:point(way.length))
  print("window", world:plan({ X + 1, Y + 11 }, { X + 15, Y + 11 },
    { boundary = { min = { X, Y + 10.5 }, max = { X + 16, Y + 11.5 } } }))
  local lead = world:flow_to { X + 15, Y + 1 }
  local vx, vy = lead:at(X + 1, Y + 1)
  print("flow_to", vx > 0.99, math.abs(vy) < 0.1)
end

local function ask_world(world, a)
  local random = world:random_point()
  print("random", random.x >= X and random.x <= X + 16, random.y >= Y and random.y <= Y + 16)
  local herd = world:new_group "herd"
  herd.goal = { X + 2, Y + 3 }
  tell_vector("goal", herd.goal)
  print("floor", floor:contains(a), floor:contains(X + 8, Y + 2))
  local zone = world:build(floor, { as = "region" })[1]
  tell("built", zone.x, zone.y)
  local b = world:spawn "mouse"
  print("by default", b.x % 1024 == 0, b.y % 1024 == 0)
  world:remove(b)
end

-- Asked between two ticks of a world that has sensed its agents.
local function ask_as_sensed(world)
  print("nearest", world:nearest("mouse", X + 4, Y + 6) ~= nil, select(2, world:nearest("mouse", { X + 4, Y + 9 })))
  print("neighbors", #world:neighbors(X + 4, Y + 5, 2), #world:neighbors({ X + 4, Y + 9 }, 2))
  world:emit("noise", { at = { X + 2, Y + 2 } })
  world.draw.circle(X + 1, Y + 2, 1)
  world.draw.polygon { { X + 1, Y + 2 }, { X + 2, Y + 2 }, { X + 2, Y + 3 } }
end

return drover.scenario {
  kinds = { mouse }, space = SPACE,
  bounds = { min = { X, Y, -4 }, max = { X + 16, Y + 16, 4 }, edge = "open" },
  setup = function(world)
    local a = world:spawn("mouse", { x = X + 2, y = Y + 3 })
    ask_agent(a)
    ask_places(world)
    ask_world(world, a)
    if SPACE == "plane" then ask_ways(world) end
  end,
  update = function(world)
    if world.tick == 2 then ask_as_sensed(world) end
    for a in world:agents() do
      local source, _, x, y = a:heard "noise"
      if source then tell("heard", x, y) end
      if world.mouse then tell_vector("mouse", world.mouse) end
    end
  end,
  mousepressed = function(_, x, y) tell("pressed", x, y) end,
}
