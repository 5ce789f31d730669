-- In the plane and in the volume, nobody strays far beyond the bounding radius in any mode; boids that scatter have
-- more room than a flock and agree less; a feeding frenzy eats. And the sliders of the demo do what they say.

local drover = require "drover"

local SCENARIOS = { plane = "main.lua", volume = "volume.lua" }
local MODES = { "flock", "feeding_frenzy", "predator", "scatter", "chase" }
local FARTHEST = 50 -- m from the center: 10 beyond the bounding radius

--- The means of the monitors over the last ten seconds of twenty, sampled every ten ticks.
local function watch_mode(t, scenario, mode)
  local world = t:world { scenario = scenario, settings = { mode = mode } }
  local names, means, looks = { "distance_to_next", "order", "eaten" }, {}, 0
  world:step(1200, function()
    if world.tick % 10 > 0 then return end
    for boid in world:agents("boid") do
      assert(boid.position:length() <= FARTHEST, mode .. ": somebody strays beyond the bounding radius")
    end
    if world.tick <= 600 then return end
    looks = looks + 1
    for _, name in ipairs(names) do means[name] = (means[name] or 0) + world:monitor(name) end
  end)
  world:close()
  for name, sum in pairs(means) do means[name] = sum / looks end
  return means
end

local function check_modes(scenario)
  return function(t)
    t:seeds(5, function()
      local means = {}
      for _, mode in ipairs(MODES) do means[mode] = watch_mode(t, scenario, mode) end
      assert(means.scatter.distance_to_next > means.flock.distance_to_next, "boids that scatter have less room")
      assert(means.flock.order > means.scatter.order, "boids that scatter agree more than a flock")
      assert(means.feeding_frenzy.eaten > 20, "a frenzy that hardly eats")
    end)
  end
end

--- The axis around which one velocity turns into another.
local function across(a, b) return drover.vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x) end

--- Over ten seconds: how many boids, their mean speed (m/s), change of velocity (m/s²), and turn (rad/s), the mean
--- distance from the center at the end (m), and how often per second a boid starts to turn the other way.
local function measure(world)
  local speeds, changes, turns, reversals, rows = 0, 0, 0, 0, 0
  local velocities, axes = {}, {}
  world:step(600, function()
    if world.tick % 5 > 0 or world.tick <= 300 then return end
    for boid in world:agents("boid") do
      local id, velocity = boid.id, boid.velocity
      local speed, before = velocity:length(), velocities[id]
      speeds, rows = speeds + speed, rows + 1
      if before then
        local cosine = velocity:dot(before) / (speed * before:length() + 1e-9)
        local axis = across(before, velocity)
        changes = changes + (velocity - before):length() * 12
        turns = turns + 12 * math.atan(math.sqrt(math.max(1 - cosine * cosine, 0)), cosine)
        if axes[id] and axis:dot(axes[id]) < 0 then reversals = reversals + 1 end
        axes[id] = axis
      end
      velocities[id] = velocity
    end
  end)
  local count, away = world:count("boid"), 0
  for boid in world:agents("boid") do away = away + boid.position:length() end
  return { boids = count, speed = speeds / rows, change = changes / rows, turn = turns / rows, away = away / count,
    reversals = 12 * reversals / rows }
end

-- Wander shows best in boids that do nothing else.
local function alone(settings)
  local all = { separation = 0, alignment = 0, cohesion = 0, wander = 2, obstacles = 0, bounding_radius = 100 }
  for name, value in pairs(settings) do all[name] = value end
  return all
end

local function both(name, value) return { ["min_" .. name] = value, ["max_" .. name] = value } end

-- What is measured, and the settings between which it has to grow by half.
local SLIDERS = {
  { "boids", { boids = 50 }, { boids = 100 } },
  { "speed", both("speed", 4), both("speed", 16) },
  { "change", alone(both("force", 0.5)), alone(both("force", 6)) },
  { "turn", alone(both("wander_radius", 1)), alone(both("wander_radius", 12)) },
  { "turn", alone(both("wander_distance", 30)), alone(both("wander_distance", 3)) },
  { "reversals", alone(both("wander_step", 0.1)), alone(both("wander_step", 2)) },
  { "away", { bounding_radius = 15 }, { bounding_radius = 40 } },
}

local function check_sliders(scenario)
  return function(t)
    t:seeds(5, function()
      for place, slider in ipairs(SLIDERS) do
        local found = {}
        for i = 1, 2 do
          local world = t:world { scenario = scenario, settings = slider[i + 1] }
          found[i] = measure(world)[slider[1]]
          world:close()
        end
        print(("slider %d, %s: from %g to %g"):format(place, slider[1], found[1], found[2]))
        assert(found[2] > 1.5 * found[1], "a slider does nothing: number " .. place)
      end
    end)
  end
end

local tests = {}
for name, scenario in pairs(SCENARIOS) do
  tests["modes in the " .. name] = check_modes(scenario)
  tests["sliders in the " .. name] = check_sliders(scenario)
end
return tests
