-- A floor with two doors empties. At the alarm, everyone takes a moment and then heads for a door: most know only the
-- one they came in by. How they walk, queue, and push through is `pedestrian`, which matches measured figures; this
-- file only says who goes where. With lights on the floor, everyone follows those: one flow for all, which leads past
-- the crowds.

local drover = require "drover"
local pedestrian = require "pedestrian"
local steer, blend, when = drover.steer, drover.blend, drover.when

local HALF_LENGTH, HALF_DEPTH, WALL = 13, 8, 0.4 -- meters
local ALARM = 4 -- seconds
local TABLES = { { -7, -3.5 }, { -7, 3.5 }, { 0, -4.5 }, { 0, 0 }, { 0, 4.5 }, { 7, -3.5 }, { 7, 3.5 } }
local TABLE = 0.9 -- meters, its radius

-- The line through a door that people cross to be out, a little beyond the wall.
local function doorway(world, side)
  local x, half = side * (HALF_LENGTH + WALL + 0.1), world.settings.door / 2
  return { { x, -half }, { x, half } }
end

local function is_inside(x, y)
  return math.abs(x) < HALF_LENGTH and math.abs(y) < HALF_DEPTH
end

-- People who stand still or come the other way are in nobody's queue; walkers avoid them (see the corridor sample).
local function evade(state)
  return steer.people_avoidance { kind = "person", state = state, radius = 1.2, angle = math.rad(180), horizon = 0 }
end

-- People heading for the same door queue behind each other. Their state says which door that is.
local function leaving(own, other, side)
  local walk = pedestrian.walk { target = "goal", state = own }
  return {
    enter = function(self) self.color = side < 0 and "gold" or "orange" end,
    steer = blend.weighted { walk, { evade(other), 3 }, { evade "startled", 3 } },
    step = function(self)
      if math.abs(self.x) < HALF_LENGTH + WALL then
        self:set("goal", pedestrian.place_in(doorway(self.world, side), self.x, self.y, self.radius))
      else
        self:set("goal", self.x + 5 * side, self.y) -- out, and straight ahead
      end
      if math.abs(self.x) > HALF_LENGTH + 3 then self:remove() end
    end,
  }
end

-- Lights lead everybody the quickest way out. A meter in a crowd counts as several, as `crowds` says, because a queue
-- takes time.
local function lay_lights(world)
  local x = HALF_LENGTH + WALL + 1
  return assert(world:flow_to({ { -x, 0 }, { x, 0 } }, {
    clearance = pedestrian.body.radius + 0.05, resolution = 0.25, density = world.settings.crowds,
  }))
end

local function sound_alarm(world)
  world:emit("alarm", { at = { 0, 0 }, radius = 60 })
end

local function choose_door(self)
  if self.lights then return "guided" end
  local goes_east = self.came_by_east
  if self.knows_both then goes_east = self.x > 0 end
  return goes_east and "leaving_east" or "leaving_west"
end

local person = drover.kind("person", {
  body = pedestrian.body,
  look = { shape = "person", size = 2 * pedestrian.body.radius, color = "skyblue" },
  slots = { desk = "point", goal = "point", reaction = "number", lights = "flow" },
  memory = { came_by_east = false, knows_both = false },
  initial = "working",
  states = {
    working = {
      speed = 0.4,
      steer = blend.weighted {
        steer.wander { strength = 0.6 },
        { steer.arrival { target = "desk", slowing_distance = 4 }, 0.5 },
        { steer.separation { kind = "person", radius = 0.8 }, 2 },
        { steer.obstacle_avoidance { horizon = 2, clearance = 0.2 }, 4 },
      },
      on = { { when.hears("alarm"), "startled" } },
    },
    startled = { -- stands, and thinks
      enter = function(self) self.color = "white" end,
      speed = 0,
      steer = steer.target_speed { speed = 0 },
      on = { { when.after("reaction"), choose_door } },
    },
    guided = {
      enter = function(self) self.color = "lightgreen" end,
      steer = blend.weighted {
        pedestrian.walk {
          prefer = steer.flow_following { flow = "lights", direction_only = true, horizon = 0 }, state = "guided",
        },
        { evade "startled", 3 },
      },
      step = function(self)
        if math.abs(self.x) > HALF_LENGTH + WALL then return self.x < 0 and "leaving_west" or "leaving_east" end
      end,
    },
    leaving_west = leaving("leaving_west", "leaving_east", -1),
    leaving_east = leaving("leaving_east", "leaving_west", 1),
  },
})

local function build(world)
  local length, depth, half = HALF_LENGTH, HALF_DEPTH, world.settings.door / 2
  for _, side in ipairs { -1, 1 } do
    world:obstacle { box = { x = 0, y = side * (depth + WALL / 2), w = 2 * (length + WALL), d = WALL } }
    for _, part in ipairs { -1, 1 } do
      local x, y = side * (length + WALL / 2), part * (half + depth) / 2
      world:obstacle { box = { x = x, y = y, w = WALL, d = depth - half } }
    end
  end
  for _, at in ipairs(TABLES) do world:obstacle { cylinder = { x = at[1], y = at[2], radius = TABLE, height = 1 } } end
end

local function is_clear(x, y)
  for _, at in ipairs(TABLES) do
    local dx, dy = x - at[1], y - at[2]
    if dx * dx + dy * dy < (TABLE + 0.4) * (TABLE + 0.4) then return false end
  end
  return true
end

return drover.scenario {
  name = "evacuation",
  title = "Evacuation",
  theme = "floor",
  kinds = { person },
  bounds = { min = { -HALF_LENGTH - 3, -HALF_DEPTH - 1 }, max = { HALF_LENGTH + 3, HALF_DEPTH + 1 } },
  effects = { removals = false }, -- who is outside is safe

  settings = {
    drover.button("Sound the alarm", function(world) -- before it sounds by itself
      world.memory.alarm = math.min(world.time, world.memory.alarm or ALARM)
      sound_alarm(world)
    end),
    drover.slider("people", 200, { min = 1, max = 300, step = 1, restart = true }),
    drover.slider("door", 1, { min = 0.8, max = 3, restart = true, title = "width of the doors (m)" }),
    drover.slider("east", 0.2, { min = 0, max = 1, restart = true, title = "share that came in by the east door" }),
    drover.slider("informed", 0.2, { min = 0, max = 1, restart = true, title = "share that knows both doors" }),
    drover.toggle("lights", false, { restart = true, title = "lights on the floor" }),
    drover.slider("crowds", 2, { min = 0, max = 10, restart = true, title = "how much the lights avoid crowds" }),
  },

  monitors = {
    inside = function(world)
      local count = 0
      for each in world:agents("person") do
        if is_inside(each.x, each.y) then count = count + 1 end
      end
      return count
    end,
    -- How deep two bodies overlap at most, in meters.
    overlap = function(world)
      local deepest = 0
      for each in world:agents("person") do
        local _, distance = each:nearest("person", 2 * pedestrian.body.radius)
        if distance then deepest = math.max(deepest, 2 * pedestrian.body.radius - distance) end
      end
      return deepest
    end,
  },

  setup = function(world, settings)
    build(world)
    local lights = settings.lights and lay_lights(world) or nil
    -- Each in a square of their own, so that nobody starts inside another.
    local squares = {}
    for x = -HALF_LENGTH + 1, HALF_LENGTH - 1, 0.9 do
      for y = -HALF_DEPTH + 1, HALF_DEPTH - 1, 0.9 do
        if is_clear(x, y) then squares[#squares + 1] = { x, y } end
      end
    end
    for _ = 1, math.min(settings.people, #squares) do
      local at = table.remove(squares, world:random(1, #squares))
      world:spawn("person", {
        x = at[1] + 0.3 * (world:random() - 0.5), y = at[2] + 0.3 * (world:random() - 0.5),
        heading = 2 * math.pi * world:random(),
        desk = at,
        came_by_east = world:random() < settings.east,
        knows_both = world:random() < settings.informed,
        reaction = 0.5 + 4 * world:random(),
        lights = lights,
      })
    end
  end,

  update = function(world)
    if world.tick == math.floor(ALARM / world.dt) then sound_alarm(world) end
    if world:count("person") == 0 then
      world:finish(string.format("all are out %.0f s after the alarm", world.time - (world.memory.alarm or ALARM)))
    end
  end,
}
