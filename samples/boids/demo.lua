-- The boids demo, in the plane or in a volume. The module returns a function that main.lua and volume.lua call with
-- their space. They differ in nothing else.

local drover = require "drover"

local crumb = drover.kind("crumb", {
  body = { radius = 0.3, locomotion = "fixed" },
  look = { shape = "disc", color = "gold", size = 0.9 },
})

local CRUMBS = 8
local ROOM = 0.6 -- meters: as wide as a boid
local TICK_RATE = 60
local VIEW = 46 -- meters from the center to the edge of the view

-- What differs from boid to boid: each draws a fraction between 0 and 1 for each pair of sliders, and keeps it.
local PAIRS = { "force", "speed", "wander_distance", "wander_radius", "wander_step" }

local function draw_shares(world, boid)
  for _, name in ipairs(PAIRS) do boid.shares[name] = world:random() end
end

-- What the sliders turn the fractions into. Reynolds' wander puts a circle of that radius at that distance ahead and
-- walks on it by that step per frame. Only the ratio of the lengths matters; steps add up with the square root of time.
local function temper(boid, settings)
  local function of(name)
    local low, high = settings["min_" .. name], settings["max_" .. name]
    return low + (high - low) * boid.shares[name]
  end
  boid.max_force = of "force"
  boid.max_speed = of "speed"
  boid.wander_strength = of "wander_radius" / of "wander_distance"
  boid.wander_rate = of "wander_step" * math.sqrt(TICK_RATE)
end

local function put_obstacles(world, count)
  world.memory.spheres = {}
  for i = 1, count do
    local angle = 2 * math.pi * i / count
    local sphere = { x = 20 * math.cos(angle), y = 20 * math.sin(angle), z = 0, radius = 2 + i % 3 }
    world:obstacle { sphere = sphere, color = "#2f5a32" }
    world.memory.spheres[i] = sphere
  end
end

local function is_clear(world, x, y, z)
  for _, sphere in ipairs(world.memory.spheres) do
    local dx, dy, dz = x - sphere.x, y - sphere.y, z - sphere.z
    if math.sqrt(dx * dx + dy * dy + dz * dz) < sphere.radius + 2 then return false end
  end
  return true
end

-- A clear place no farther than this from the center.
local function place(world, radius)
  while true do
    local x, y = radius * (2 * world:random() - 1), radius * (2 * world:random() - 1)
    local z = world.memory.flat and 0 or radius * (2 * world:random() - 1)
    if x * x + y * y + z * z <= radius * radius and is_clear(world, x, y, z) then return x, y, z end
  end
end

-- One where no boid is yet, if a hundred tries find one.
local function free_place(world, radius, taken)
  local x, y, z
  for _ = 1, 100 do
    x, y, z = place(world, radius)
    local is_free = true
    for _, other in ipairs(taken) do
      is_free = is_free and (x - other[1]) ^ 2 + (y - other[2]) ^ 2 + (z - other[3]) ^ 2 > ROOM ^ 2
    end
    if is_free then break end
  end
  taken[#taken + 1] = { x, y, z }
  return x, y, z
end

local function pair(name, low, high, top, title)
  return drover.slider("min_" .. name, low, { min = 0.1, max = top, title = "min " .. title }),
    drover.slider("max_" .. name, high, { min = 0.1, max = top, title = "max " .. title })
end

-- Popelová and Gemrot's values; ten of their pixels are one of our meters.
local function settings()
  local min_force, max_force = pair("force", 3, 6, 20, "force")
  local min_speed, max_speed = pair("speed", 8, 16, 40, "speed")
  local min_distance, max_distance = pair("wander_distance", 6.93, 15.15, 30, "wander distance")
  local min_radius, max_radius = pair("wander_radius", 3.83, 6, 30, "wander radius")
  local min_step, max_step = pair("wander_step", 0.1, 0.9, 2, "wander step")
  local list = {
    drover.choice("mode", "flock", { "flock", "feeding_frenzy", "predator", "scatter", "chase" }),
    drover.slider("boids", 300, { min = 1, max = 3000, step = 1, restart = true }),
    drover.slider("obstacles", 5, { min = 0, max = 12, step = 1, restart = true }),
    drover.slider("bounding_radius", 40, { min = 10, max = 100, title = "bounding radius" }),
    min_force, max_force, min_speed, max_speed,
    min_distance, max_distance, min_radius, max_radius, min_step, max_step,
    drover.slider("wander", 0.4, { min = 0, max = 2 }),
  }
  for _, default in ipairs { { "separation", 2, 2.5 }, { "alignment", 1, 6 }, { "cohesion", 1, 9 } } do
    local name, weight, radius = table.unpack(default)
    list[#list + 1] = drover.slider(name, weight, { min = 0, max = 5 })
    list[#list + 1] = drover.slider(name .. "_radius", radius, { min = 0, max = 30, title = name .. " radius" })
    list[#list + 1] = drover.slider(name .. "_angle", 4.5, { min = 0, max = 6.28, title = name .. " angle" })
  end
  return list
end

-- How much the boids agree on a direction: the length of the mean of all headings, 0 to 1.
local function order(world)
  local x, y, z, count = 0, 0, 0, 0
  for boid in world:agents("boid") do
    local forward = boid.forward
    x, y, z, count = x + forward.x, y + forward.y, z + forward.z, count + 1
  end
  return count > 0 and math.sqrt(x * x + y * y + z * z) / count or 0
end

local function mean_distance_to_next(world)
  local sum = 0
  for boid in world:agents("boid") do
    local _, distance = boid:nearest("boid", 60)
    sum = sum + (distance or 60)
  end
  return sum / math.max(1, world:count("boid"))
end

return function(space)
  return drover.scenario {
    title = "Boids",
    tick_rate = TICK_RATE,
    space = space,
    view = space == "volume" and { yaw = 30, pitch = 20 } or nil,
    kinds = { require "boid", crumb },
    bounds = { min = { -VIEW, -VIEW, -VIEW }, max = { VIEW, VIEW, VIEW } },
    settings = settings(),

    monitors = {
      order = order,
      distance_to_next = mean_distance_to_next,
      eaten = function(world) return world.memory.crumbs - world:count("crumb") end,
    },

    setup = function(world, chosen)
      world.memory.flat = space == "plane"
      world.memory.crumbs = 0 -- how many were made so far
      put_obstacles(world, chosen.obstacles)
      local last
      local taken = {}
      for _ = 1, chosen.boids do
        local x, y, z = free_place(world, chosen.bounding_radius, taken)
        local boid = world:spawn("boid", {
          x = x, y = y, z = z,
          heading = 2 * math.pi * world:random(),
          speed = chosen.min_speed,
          center = { 0, 0, 0 },
          quarry = last,
        })
        draw_shares(world, boid)
        temper(boid, chosen)
        last = boid
      end
    end,

    setting = function(world)
      for boid in world:agents("boid") do temper(boid, world.settings) end
    end,

    -- In a feeding frenzy, eaten crumbs are replaced; other modes have none.
    update = function(world)
      if world.settings.mode ~= "feeding_frenzy" then
        for each in world:agents("crumb") do each:remove() end
        return
      end
      for _ = world:count("crumb") + 1, CRUMBS do
        local x, y, z = place(world, 0.9 * world.settings.bounding_radius)
        world:spawn("crumb", { x = x, y = y, z = z })
        world.memory.crumbs = world.memory.crumbs + 1
      end
    end,
  }
end
