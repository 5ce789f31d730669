local drover = require "drover"
local steer = drover.steer
local sheep = drover.kind("sheep", {
  slots = { way = "path" }, memory = { age = 0 }, initial = "calm",
  states = { calm = { steer = steer.wander {} }, scared = { steer = steer.wander {} } },
})
drover.link("kin", { color = "pink" })
local seed = drover.kind("seed", { body = { locomotion = "fixed" } })

-- @example world, scenario, point, axes, pose
local function setup(world, settings)
  local meadow = world:region {
    shape = { sphere = { x = -20, y = 0, radius = 15 } },
  }
  world.memory.meadow = meadow
  -- at random free points of the meadow
  world:scatter("sheep", settings.herd, { region = meadow })
  local first = world:spawn("sheep", {
    x = 5, y = -3, heading = math.pi / 2, speed = 1, state = "scared",
    age = 4,
  })
  world.memory.eldest, world.memory.planted = first, 0
  world.visibility = 60 -- m, mist
  local way, reason = world:plan(first, { 30, 20 }, {
    clearance = 0.6, resolution = 0.5,
    boundary = { min = { -40, -40 }, max = { 40, 40 } }, known = {},
    terrain = true, avoid = { { kind = "seed", radius = 2, cost = 3 } },
  })
  if way then first.way = way else print("no way: " .. reason) end
end
-- @end

-- @example world, world.bounds, settings
local function update(world, dt)
  if world:random() < dt / 2 then -- twice a second
    local place = world:random_point()
    world:spawn(seed, { x = place.x, y = place.y })
    world.memory.planted = world.memory.planted + 1
  end
  for eater in world:agents("sheep", { state = "calm" }) do -- by id
    local plant, distance = world:nearest("seed", eater.x, eater.y, 0, 1)
    if plant and distance < 1 then world:remove(plant) end
  end
  local meadow = world.memory.meadow
  local scared = world:count("sheep", { state = "scared", within = meadow })
  if scared > world.settings.herd / 2 then
    world:emit("calm down", {
      at = { 0, 0 }, radius = 50, about = world.memory.eldest,
    })
  end
  -- around a place, nearest first; a list, so that it can be counted
  local close = world:neighbors(-20, 0, 5, {
    kind = "sheep", state = "calm", within = meadow, z = 0,
  })
  if #close > 3 then world:remove(close[1]) end
  if close[3] then close[2]:link("kin", close[3]) end
  for _, pair in ipairs(world:links("kin")) do -- all of a type
    if pair[1]:distance(pair[2]) > 20 then
      pair[1]:unlink("kin", pair[2])
    end
  end
  local low, high = world.bounds.min, world.bounds.max
  local wraps = world.bounds.edge == "wrap"
  if wraps and world.mouse and world:key_down("space") then
    world.draw.circle(world.mouse.x, world.mouse.y, high.x - low.x)
  end
  if scared == 0 and world:cancel("all_clear") > 0 then
    world:after(10, "all_clear", scared) -- 10 s from now
  end
  if world.tick == 3600 or world.time > 60 / (world.dt * 60) then
    world:finish("a minute, seed " .. world.seed)
  end
end
-- @end

-- @example scenario, edge, effects, theme, setting_declaration, wrap
return drover.scenario {
  name = "meadow", based_on = "pasture", -- mods for either are for it
  title = "Sheep that eat", tick_rate = 60, seed = 7, space = "plane",
  kinds = { sheep, "seed" },
  -- or "open", "contain"
  bounds = { min = { -50, -40 }, max = { 50, 40 }, edge = "wrap" },
  origin = { 0, 0 }, -- here the same without; of a map { 499712, 5599232 }
  settings = {
    drover.slider("herd", 20, {
      min = 0, max = 200, step = 1, restart = true,
    }),
  },
  theme = "grass", -- or "snow", "water", "street", "floor"
  view = nil, -- of a volume, such as { yaw = 30, pitch = 25 }
  effects = {
    events = { ["calm down"] = false }, spawns = true, removals = false,
    leaders = true, mist = true, shadows = true,
  },
  -- plotted; a column of --report
  monitors = { plants = function(world) return world:count("seed") end },
  -- which monitors share a plot of the window
  plots = { { title = "meadow", "plants", unit = "seeds" } },
  setup = setup,
  update = update,
  timers = { -- what world:after calls
    all_clear = function(world, scared)
      print(scared .. " scared", world.time)
      world:after(60, "all_clear", 0)
    end,
  },
  setting = function(_, name, value)
    print(name .. " is " .. tostring(value))
  end,
  draw = function(world, draw)
    draw.text(world:count(), 0, 0, { size = 20 })
  end,
}
-- @end
