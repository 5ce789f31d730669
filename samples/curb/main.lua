-- A street around a lawn, with a sidewalk on either side. People on legs walk around it, and differ in what they mind
-- at each step: only the way to a door, the curb too, or a low beam as well. On the lawn, two dogs run after a bicycle:
-- one to where it is, the other to where they will meet it.

local drover = require "drover"
local steer, stress, when = drover.steer, drover.stress, drover.when

-- Meters from the middle: the edge of the lawn, the inner curb, the outer curb, and the walls of houses.
local LAWN, INNER, OUTER, WALLS = 14, 17, 23, 26
local HEIGHT = 1.8 -- meters: of a person
local BEAM, HEADROOM = math.rad(110), 1.4 -- where a scaffold crosses the outer sidewalk, and meters below its beam
local RIDE = -9 -- meters: where a bicycle crosses the lawn

local lawn = drover.terrain("lawn", { color = "#3c6b3c" })
local road = drover.terrain("road", { color = "#3a3d42" })
local sidewalk = drover.terrain("sidewalk", { color = "#8d8a84" })

local function on_circle(radius, angle) return radius * math.cos(angle), radius * math.sin(angle) end

local function keep_trail(self)
  if self.world.tick % 10 == 0 then self.trail[#self.trail + 1] = self.position end
end

local function draw_trail(self, draw)
  for i = 2, #self.trail do
    local from, to = self.trail[i - 1], self.trail[i]
    draw.line(from.x, from.y, to.x, to.y, { color = self.color, width = self.kind == "upright" and 7 or 3 })
  end
end

local function draw_walk(self, draw)
  draw_trail(self, draw)
  if self.bump then draw.circle(self.bump.x, self.bump.y, 0.5, { color = "crimson", fill = true }) end
end

-- The beam is above the body, so it stops nobody. Only `duck` gets the head below it.
local function bumps_head(self)
  local x, y = on_circle((OUTER + WALLS) / 2, BEAM)
  return self:distance(x, y, self.z) < (WALLS - OUTER) / 2 and HEIGHT * self.posture > HEADROOM
end

local function note(self, dt)
  keep_trail(self)
  local from_middle = self.position:length()
  if from_middle < LAWN then
    self.on_lawn = self.on_lawn + dt
  elseif from_middle > INNER and from_middle < OUTER then
    self.on_road = self.on_road + dt
  end
  if not self.bump and bumps_head(self) then self.bump = self.position end
end

-- What people can mind at a step. Distances to the curb are from the side of the body, in meters.
local go = { stress.attract { target = "door", distance_power = 0.5, angle_scale = 0.3 }, 3 }
local off_curb = { stress.line_avoid { path = "curb", distance = 0.5, angle = 2 * math.pi, angle_scale = 0 }, 20 }
local along_curb = { stress.line_attract { path = "curb", distance = 1.5, angle_scale = 0 }, drover.setting "along" }

local function person(name, color, minds)
  return drover.kind(name, {
    body = {
      radius = 0.25, max_speed = 1.4, locomotion = "legged", stride = 0.7, turn = 0.6, stand_still = false,
      solid = "agents",
    },
    look = { shape = "person", size = 1.7, color = color },
    slots = { door = "point", curb = "path" },
    memory = { trail = {}, on_lawn = 0, on_road = 0, bump = drover.none },
    reflexes = { { stress.inertia(), 0.2 } },
    initial = "walking",
    states = {
      walking = { stress = minds, step = note, on = { { when.near("door", 0.8), "there" } } },
      there = { speed = 0 },
    },
    draw = draw_walk,
  })
end

local careless = person("careless", "tomato", { go })
local upright = person("upright", "steelblue", { go, off_curb })
local careful = person("careful", "gold", { go, off_curb, stress.duck { height = HEIGHT } })
local stroller = person("stroller", "lightgreen", { go, along_curb })

local function dog(name, color, mind)
  return drover.kind(name, {
    body = {
      radius = 0.3, max_speed = 4, locomotion = "legged", stride = 1.2, turn = 0.6, stand_still = false,
      solid = "agents",
    },
    look = { shape = "wolf", size = 1.6, color = color },
    slots = { quarry = "agent", home = "point" },
    memory = { trail = {}, took = 0 },
    initial = "running",
    states = {
      running = {
        color = "#a4ffd2", -- the ones that follow in the palette are too dark for a street
        stress = { mind },
        step = function(self, dt)
          keep_trail(self)
          self.took = self.took + dt
        end,
        on = { { when.near("quarry", 1.2), "going_home" } },
      },
      going_home = {
        color = "#9cb7de",
        stress = { stress.attract { target = "home" } },
        on = { { when.near("home", 1), "home" } },
      },
      home = { color = "#967dfc", speed = 0 },
    },
    draw = draw_trail,
  })
end

local follower = dog("follower", "tomato", stress.attract { target = "quarry" })
local foreseer = dog("foreseer", "gold", stress.predictive_attract { target = "quarry" })

-- A bicycle from above: its wheels and handlebars, and on it a rider's shoulders and head.
local BICYCLE = {
  { { 0.5, 0.02 }, { -0.5, 0.02 }, { -0.5, -0.02 }, { 0.5, -0.02 }, color = "black" },
  { { 0.3, 0.2 }, { 0.26, 0.2 }, { 0.26, -0.2 }, { 0.3, -0.2 }, color = "black" },
  { { 0.12, 0.2 }, { -0.02, 0.24 }, { -0.16, 0.16 }, { -0.16, -0.16 }, { -0.02, -0.24 }, { 0.12, -0.2 }, { 0.06, 0 } },
  { { 0.1, 0 }, { 0.02, 0.09 }, { -0.08, 0.09 }, { -0.14, 0 }, { -0.08, -0.09 }, { 0.02, -0.09 }, color = "sienna" },
}

local bicycle = drover.kind("bicycle", {
  body = { radius = 0.4, max_speed = 3, response = 0.1 },
  look = { shape = BICYCLE, size = 3, color = "white" },
  slots = { goal = "point" },
  steer = steer.arrival { target = "goal" },
})

local PEOPLE = { careless, upright, careful, stroller }

local function sum(kind, of)
  return function(world)
    local total = 0
    for each in world:agents(kind) do total = total + of(each) end
    return total
  end
end

local monitors = {}
for _, kind in ipairs(PEOPLE) do
  monitors[kind.name .. "_on_road"] = sum(kind, function(each) return each.on_road end) -- seconds, all together
  monitors[kind.name .. "_on_lawn"] = sum(kind, function(each) return each.on_lawn end)
  monitors[kind.name .. "_bumped"] = sum(kind, function(each) return each.bump and 1 or 0 end)
  monitors[kind.name .. "_there"] = function(world) return world:count(kind, { state = "there" }) end
end
for _, kind in ipairs { follower, foreseer } do
  monitors[kind.name .. "_took"] = sum(kind, function(each) return each.took end) -- seconds
end

local function build(world)
  for _, ring in ipairs { { WALLS, sidewalk }, { OUTER, road }, { INNER, sidewalk }, { LAWN, lawn } } do
    world:region { shape = { cylinder = { x = 0, y = 0, radius = ring[1], height = 1 } }, terrain = ring[2] }
  end
  local x, y = on_circle((OUTER + WALLS) / 2, BEAM)
  world:obstacle {
    box = { x = x, y = y, z = HEADROOM + 0.1, w = WALLS - OUTER, d = 0.6, h = 0.2, heading = BEAM }, color = "sienna",
  }
end

-- What the people on the street mind, and where the dogs run to.
local function write_labels(_, draw)
  local function write(text, x, y, color) draw.text(text, x, y, { color = color, size = 17 }) end
  write("careless: minds only the door", -27.5, 27, "tomato")
  write("upright: the curb, too", -27.5, 25.4, "lightblue")
  write("careful: the beam, too", -27.5, 23.8, "gold")
  write("stroller: the inner curb", -27.5, 22.2, "lightgreen")
  write("to where it is", -12.5, -3, "tomato")
  write("to where they meet", 1, -3, "gold")
end

local function curb(world, radius)
  local points = {}
  for k = 1, 72 do points[k] = { on_circle(radius, math.rad(5 * k)) } end
  return world:path { points = points, radius = 0.05, closed = true }
end

-- From the west, on the sidewalk between two radii, to the northeast. Everyone has a door of their own, and the first
-- have the farthest, so that nobody who is there stands in the way.
local function send(world, kinds, line, near, far)
  for k = 0, 3 do
    for i, kind in ipairs(kinds) do
      local place = math.rad(16 * (k + (i - 1) / #kinds))
      local x, y = on_circle(near + (far - near) * world:random(), math.rad(200) - place)
      local door = { on_circle(far, math.rad(70) - place) }
      world:spawn(kind, { x = x, y = y, heading = math.rad(90), door = door, curb = line })
    end
  end
end

return drover.scenario {
  name = "curb",
  title = "Curb",
  theme = "street",
  space = "volume",
  view = { pitch = 90 },
  kinds = { careless, upright, careful, stroller, follower, foreseer, bicycle },
  bounds = { min = { -28, -28, 0 }, max = { 28, 28, 4 }, edge = "open" },
  settings = { drover.slider("along", 3, { min = 0, max = 10, title = "how much strollers mind the curb" }) },
  monitors = monitors,
  draw = write_labels,

  setup = function(world)
    build(world)
    send(world, { careless, upright, careful }, curb(world, OUTER), OUTER + 0.8, OUTER + 2.5)
    send(world, { stroller }, curb(world, INNER), INNER - 0.8, INNER - 1.5)
    local ridden = world:spawn(bicycle, { x = -10, y = RIDE + world:random(), speed = 3, goal = { 10, RIDE } })
    world:spawn(follower, { x = -2, y = 2, heading = -math.pi / 2, quarry = ridden, home = { -2, 2 } })
    world:spawn(foreseer, { x = 2, y = 2, heading = -math.pi / 2, quarry = ridden, home = { 2, 2 } })
  end,
}
