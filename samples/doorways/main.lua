-- Three doors and three sizes of walkers. Each plans its route with its own size as the clearance, so the same wall is
-- a different map for each of them. Doors open and close; then everyone plans again.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local WALL = 0.4 -- meters thick, on x = 0
local HALF_LENGTH, HALF_DEPTH = 16, 12
local DOORS = { -- from south to north; the one nearest to where they start is the narrowest
  { name = "narrow", y = -5, width = 1.2 },
  { name = "middle", y = 2, width = 2.2 },
  { name = "wide", y = 8, width = 4.4 },
}

-- Plans a way to the goal, or keeps the reason why there is none.
local function plan(self)
  local world = self.world
  if self.way then self.way:remove() end
  self.way, self.reason = world:plan(self, self.goal, { clearance = self.radius + 0.15, resolution = 0.1 })
end

-- Draws the rest of the planned way, dashed.
local function draw_way(self, draw)
  local way = self.way
  if not way then return end
  local from = way:project(self.x, self.y)
  for s = from, way.length - 0.25, 0.5 do
    local x1, y1 = way:point(s)
    local x2, y2 = way:point(s + 0.25)
    draw.line(x1, y1, x2, y2, { color = self.color })
  end
end

local function choose_goal(self)
  local side = self.x < 0 and 1 or -1
  self.goal = drover.vec(side * (5 + 7 * self:random()), -9 + 14 * self:random())
end

local mind_walls = steer.obstacle_avoidance { horizon = 0.4 }
local follow = steer.path_following { path = "way", horizon = 0.4 }

local function walker(name, radius, speed, color)
  local keep_off = steer.separation { kind = { "slim", "stout", "cart" }, radius = radius + 1.3 }
  return drover.kind(name, {
    body = { mass = 80, radius = radius, max_speed = speed, max_force = 600, response = 0.15, solid = "agents" },
    look = { shape = "person", size = 2 * radius, color = color },
    slots = { goal = "point", way = "path" },
    memory = { reason = "" },
    draw = draw_way,
    initial = "choosing",
    states = {
      choosing = {
        speed = 0,
        step = function(self)
          choose_goal(self)
          return "planning"
        end,
      },
      planning = {
        speed = 0,
        step = function(self)
          plan(self)
          return self.way and "walking" or "waiting"
        end,
      },
      walking = {
        enter = function(self) self.label = nil end,
        steer = blend.weighted { { follow, 4 }, keep_off, { mind_walls, 2 } },
        on = {
          { when.hears "doors", "planning" },
          { when.near("goal", 0.8), "choosing" },
        },
      },
      waiting = { -- until a door opens
        enter = function(self) self.label = self.reason end,
        speed = 0,
        steer = steer.target_speed { speed = 0 },
        on = { { when.hears "doors", "planning" } },
      },
    },
  })
end

local function is_open(world, door) return world.settings[door.name] end

-- A closed door is an obstacle like any other.
local function set_door(world, door)
  local leaves = world.memory.leaves
  local leaf = leaves[door.name]
  if leaf and leaf.alive then leaf:remove() end
  leaves[door.name] = nil
  if not is_open(world, door) then
    leaves[door.name] = world:obstacle { box = { x = 0, y = door.y, w = WALL / 2, d = door.width }, color = "tan" }
  end
end

local function build(world)
  local from = -HALF_DEPTH
  for i = 1, #DOORS + 1 do
    local door = DOORS[i]
    local to = door and door.y - door.width / 2 or HALF_DEPTH
    world:obstacle { box = { x = 0, y = (from + to) / 2, w = WALL, d = to - from } }
    from = door and door.y + door.width / 2
  end
  world.memory.leaves = {}
  for _, door in ipairs(DOORS) do set_door(world, door) end
end

local function door_changed(world, door)
  set_door(world, door)
  world:emit "doors"
end

local function find_door(name)
  for _, door in ipairs(DOORS) do
    if door.name == name then return door end
  end
end

return drover.scenario {
  name = "doorways",
  title = "Doorways",
  theme = "floor",
  kinds = {
    walker("slim", 0.3, 1.6, "skyblue"),
    walker("stout", 0.7, 1.2, "gold"),
    walker("cart", 1.2, 1, "chocolate"),
  },
  bounds = { min = { -HALF_LENGTH, -HALF_DEPTH }, max = { HALF_LENGTH, HALF_DEPTH }, edge = "contain" },

  settings = {
    drover.toggle("narrow", true, { title = "the narrow door is open" }),
    drover.toggle("middle", true, { title = "the middle door is open" }),
    drover.toggle("wide", true, { title = "the wide door is open" }),
  },

  tools = {
    door = {
      title = "Open and close doors",
      key = "d",
      mousepressed = function(world, x, y)
        for _, door in ipairs(DOORS) do
          if math.abs(x) < 1.5 and math.abs(y - door.y) < door.width / 2 + 0.5 then
            world.settings[door.name] = not is_open(world, door)
            door_changed(world, door)
          end
        end
      end,
    },
  },

  monitors = {
    waiting = function(world)
      return world:count("slim", { state = "waiting" }) + world:count("stout", { state = "waiting" })
        + world:count("cart", { state = "waiting" })
    end,
  },

  setup = function(world)
    build(world)
    for i = 1, 10 do world:spawn("slim", { x = -4 - i % 5, y = -8 + i }) end
    for i = 1, 4 do world:spawn("stout", { x = -11, y = -10 + 3 * i }) end
    for i = 1, 2 do world:spawn("cart", { x = -14, y = -9 + 5 * i }) end
  end,

  setting = function(world, name) door_changed(world, find_door(name)) end,
}
