-- Rovers on two small planets look for crystals. Those on the left forage: they go to what they see. Those on the right
-- roam, and pick up what they run into. All their behaviors are as in the plane; the ground bends their ways.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local RADIUS, APART = 20, 25 -- meters: of a planet, and from the origin to the middle of one
local BELOW = -52 -- meters to the south: where the view shows what is below the planets
local CRYSTALS = 40 -- on each planet
local SPEED, EYES = 4, 0.5 -- meters per second, and meters above the ground
local CHARGE, DRAIN = 0.2, 0.05 -- of a battery, per second by day and by night
local LOW = 0.8 -- of a battery: time to head back to the sun

-- The sun is straight above, so it is day on the upper half of a planet.
local sunward = steer.seek { target = { 0, 0, 1000 } }

local function is_lit(self) return self.z > 0 end

local function show(self, color)
  self.color = is_lit(self) and color or "#33302c"
end

-- A random place on a planet, anywhere equally likely.
local function anywhere(world, side)
  local up, around = 2 * world:random() - 1, 2 * math.pi * world:random()
  local out = math.sqrt(1 - up * up)
  return side * APART + RADIUS * out * math.cos(around), RADIUS * out * math.sin(around), RADIUS * up
end

local function put_down(crystal)
  crystal.x, crystal.y, crystal.z = anywhere(crystal.world, crystal.side)
  show(crystal, "lime")
end

local function pick_up(self)
  put_down(self.found) -- another grows elsewhere
  local found = self.world.memory.found
  found[self.kind] = found[self.kind] + 1
end

-- Only Lua knows the battery, so Lua says in each tick whether the sun counts: `apply` adds that to what the kind's
-- blend gives.
local function drive(self, dt)
  local change = is_lit(self) and CHARGE or -DRAIN
  self.battery = math.max(0, math.min(1, self.battery + change * dt))
  self.pace = self.battery > 0 and SPEED or 0
  if self.world.settings.prudent and self.battery < LOW and not is_lit(self) then self:apply(sunward, 4) end
  show(self, self.tint)
end

local function rover(name, color, look_for)
  return drover.kind(name, {
    body = {
      mass = 200, radius = 0.6, max_speed = SPEED, max_force = 1600, response = 0.2, locomotion = "surface",
      solid = "agents",
    },
    sight = { range = 20, occluded = true }, -- by the planet: the horizon is 9 m away
    look = { size = 3, color = color },
    slots = { surface = "surface", pace = "number", found = "agent" },
    memory = { battery = 1, tint = color },
    speed = "pace",
    steer = blend.weighted { look_for, { steer.separation { kind = name, radius = 3 }, 0.5 } },
    step = drive,
    on = { { when.near("crystal", 1.2, { as = "found" }), pick_up } },
  })
end

local forager = rover("forager", "orange", steer.forage { kind = "crystal", radius = 20 })
local roamer = rover("roamer", "skyblue", steer.noise_wander { strength = 1, rate = 0.3 })
local crystal = drover.kind("crystal", {
  body = { radius = 0.3, locomotion = "fixed" },
  look = { shape = "disc", size = 1.2, color = "lime" },
  memory = { side = 0 },
})

local function ball(name, side)
  return drover.surface(name, { sphere = { center = { side * APART, 0, 0 }, radius = RADIUS } })
end

local PLANETS = {
  { side = -1, kind = forager, ground = ball("left", -1) },
  { side = 1, kind = roamer, ground = ball("right", 1) },
}

-- The greatest value among all rovers.
local function worst(of)
  return function(world)
    local most = 0
    for each in world:agents { "forager", "roamer" } do most = math.max(most, of(each)) end
    return most
  end
end

local function stranded(world)
  local count = 0
  for each in world:agents { "forager", "roamer" } do if each.battery == 0 then count = count + 1 end end
  return count
end

return drover.scenario {
  name = "planet",
  title = "Planets",
  theme = "floor",
  space = "volume",
  view = { pitch = 25 },
  kinds = { forager, roamer, crystal },
  bounds = {
    min = { -APART - RADIUS - 2, -RADIUS - 4, -RADIUS - 2 }, max = { APART + RADIUS + 2, RADIUS + 4, RADIUS + 2 },
    edge = "open",
  },
  settings = {
    drover.slider("rovers", 8, { min = 1, max = 40, step = 1, restart = true, title = "rovers on each planet" }),
    drover.toggle("prudent", true, { title = "head back to the sun" }),
  },
  monitors = {
    foraged = function(world) return world.memory.found.forager end,
    roamed = function(world) return world.memory.found.roamer end,
    stranded = stranded,
    off_ground = worst(function(each) -- meters
      local x, y, z = each.surface:nearest(each.position)
      return each:distance(x, y, z)
    end),
  },

  setup = function(world, settings)
    world.memory.found = { forager = 0, roamer = 0 }
    for _, planet in ipairs(PLANETS) do
      local ground = world:surface(planet.ground)
      -- Bodies go by the ground alone. This ball is there to hide what is below the horizon.
      world:obstacle {
        sphere = { x = planet.side * APART, y = 0, z = 0, radius = RADIUS - EYES },
        color = "#5a4636", blocks = { movement = false },
      }
      for _ = 1, CRYSTALS do put_down(world:spawn(crystal, { side = planet.side })) end
      for _ = 1, settings.rovers do
        local x, y, z = anywhere(world, planet.side)
        world:spawn(planet.kind, { x = x, y = y, z = z, surface = ground, heading = 2 * math.pi * world:random() })
      end
    end
  end,

  draw = function(world, draw)
    for name, count in pairs(world.memory.found) do
      local side = name == "forager" and -1 or 1
      draw.text(("%s: %d found"):format(name, count), side * APART - 8, BELOW, { size = 20, color = "white" })
    end
  end,
}
