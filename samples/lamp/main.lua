-- Moths around two lamps. The moths on the left seek theirs and fly past it, again and again; those on the right arrive
-- and settle. They have the same bodies.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

-- Weak wings, because seek only overshoots visibly if a moth can't turn at once. They follow the steering without lag;
-- a response would have a moth slow down before the lamp, a little more with each pass.
local body = { mass = 1, radius = 0.4, max_speed = 8, max_force = drover.setting "force", response = 0 }

-- A moth from above: a wing on either side, and a body.
local function wing(side)
  return {
    { 0.25, 0.04 * side }, { 0.3, 0.3 * side }, { 0.1, 0.6 * side }, { -0.02, 0.3 * side }, { -0.25, 0.42 * side },
    { -0.38, 0.2 * side }, { -0.2, 0.04 * side },
  }
end
local torso = {
  { 0.42, 0.04 }, { 0.3, 0.09 }, { -0.2, 0.07 }, { -0.5, 0 }, { -0.2, -0.07 }, { 0.3, -0.09 }, { 0.42, -0.04 },
  color = "#4a3b2c",
}
local MOTH = { wing(1), wing(-1), torso }

local function moth(name, color, approach)
  return drover.kind(name, {
    body = body,
    look = { shape = MOTH, color = color, size = 1.4 },
    slots = { lamp = "agent" },
    steer = approach,
  })
end

local seeker = moth("seeker", "wheat", steer.seek { target = "lamp" })
-- Settlers keep a wing's breadth from each other; otherwise, all of them would sit in one place.
local settler = moth("settler", "skyblue", blend.weighted {
  steer.arrival { target = "lamp", slowing_distance = drover.setting "slowing_distance" },
  { steer.separation { kind = "settler", radius = 2 }, 0.08 },
})

local lamp = drover.kind("lamp", {
  body = { radius = 1, locomotion = "fixed" },
  look = { shape = "disc", color = "gold", size = 2.4 },
})

-- Moths all around their lamp, each flying its own way.
local function release(world, kind, count, light)
  for _ = 1, count do
    local direction, distance = 2 * math.pi * world:random(), 5 + 9 * world:random()
    world:spawn(kind, {
      x = light.x + distance * math.cos(direction),
      y = light.y + distance * math.sin(direction),
      heading = 2 * math.pi * world:random(),
      speed = 4,
      lamp = light,
    })
  end
end

local function mean(world, kind, quantity)
  local sum = 0
  for each in world:agents(kind) do sum = sum + quantity(each) end
  return sum / math.max(1, world:count(kind))
end

local function distance(each) return each.lamp and each:distance(each.lamp) or 0 end
local function speed(each) return each.speed end

return drover.scenario {
  name = "lamp",
  title = "Moths around a lamp",
  theme = "street",
  kinds = { seeker, settler, lamp },
  bounds = { min = { -34, -17 }, max = { 34, 17 } },

  settings = {
    drover.slider("moths", 30, { min = 1, max = 500, step = 1, restart = true, title = "moths of each kind" }),
    drover.slider("force", 8, { min = 1, max = 60 }),
    drover.slider("slowing_distance", 8, { min = 0, max = 30, title = "slowing distance" }),
  },

  monitors = {
    seeker_distance = function(world) return mean(world, "seeker", distance) end,
    settler_distance = function(world) return mean(world, "settler", distance) end,
    seeker_speed = function(world) return mean(world, "seeker", speed) end,
    settler_speed = function(world) return mean(world, "settler", speed) end,
  },

  setup = function(world, settings)
    release(world, "seeker", settings.moths, world:spawn("lamp", { x = -16, y = 0 }))
    release(world, "settler", settings.moths, world:spawn("lamp", { x = 16, y = 0 }))
  end,

  -- The night, the light, which fades outward, and what the moths around it do.
  draw = function(world, draw)
    local night = { { -60, -40 }, { 60, -40 }, { 60, 40 }, { -60, 40 } }
    draw.polygon(night, { color = "#0b1020d0", fill = true, layer = "below" })
    for light in world:agents("lamp") do
      for radius = 0.5, 12, 0.5 do
        draw.circle(light.x, light.y, radius, { color = "#ffd54f0a", fill = true, layer = "below" })
      end
    end
    for kind, text in pairs { seeker = "seek: they fly past it", settler = "arrival: they settle on it" } do
      local first = world:agents(kind)()
      local light = first and first.lamp
      if light then draw.text(text, light.x - 7, light.y + 15, { color = first.color, size = 22 }) end
    end
  end,

  -- Press a button, and the nearest lamp comes to the mouse; it follows until the button is released. Which lamp
  -- that is has to outlive a save of this file, so it is in world.memory, not in a local.
  mousepressed = function(world, x, y)
    local light = world:nearest("lamp", x, y, 0)
    if light then light.x, light.y = x, y end
    world.memory.held = light
  end,
  mousemoved = function(world, x, y)
    local light = world.memory.held
    if light and light.alive then light.x, light.y = x, y end
  end,
  mousereleased = function(world) world.memory.held = nil end,
}
