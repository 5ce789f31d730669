-- Paper boats on a pond, and a wind that you paint. Nobody steers a boat anywhere: each moves with the wind at the
-- place where it will be in a moment. Whoever draws the wind draws their courses.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local LENGTH, WIDTH = 80, 40 -- meters
local BODY = 0.5

-- A sheet of wind, one vector per meter. It is calm until somebody paints.
local sheet = drover.flow("sheet", { resolution = 1 })

-- A wind that nobody paints: two whirls side by side, the wall between them swaying left and right (the double
-- gyre of Shadden and others). A function of place and time, called five times a second.
local SWAY, PERIOD = 0.25, 20
local swirls = drover.flow("swirls", {
  resolution = 1,
  interval = 0.2,
  field = function(x, y, _, t)
    local u, v = 2 * (x / LENGTH + 0.5), y / WIDTH + 0.5 -- 0 to 2 along the pond, 0 to 1 across
    local a = SWAY * math.sin(2 * math.pi * t / PERIOD)
    local b = 1 - 2 * a
    local f, slope = a * u * u + b * u, 2 * a * u + b
    local speed = 3
    return -speed * math.sin(math.pi * f) * math.cos(math.pi * v),
      speed * math.cos(math.pi * f) * math.sin(math.pi * v) * slope
  end,
})

local boat = drover.kind("boat", {
  -- Without wind a boat slows down and lies still: that is damping.
  body = { mass = 1, radius = BODY, max_speed = 6, max_force = 12, damping = 0.3 },
  look = { shape = "arrow", color = "white", size = 2.4 },
  slots = { wind = "flow" },
  steer = blend.weighted {
    steer.flow_following { flow = "wind", horizon = drover.setting "look_ahead" },
    steer.separation { kind = "boat", radius = 2.5 },
  },
})

-- Painting

-- One stroke of the brush, from where it was to where it is. The mouse may move far between two events.
local function stroke(flow, x, y, dx, dy, radius, speed)
  local length = math.sqrt(dx * dx + dy * dy)
  if length == 0 or not flow.alive then return end
  local vx, vy = speed * dx / length, speed * dy / length
  local dabs = math.ceil(2 * length / radius)
  for i = 1, dabs do
    local back = 1 - i / dabs
    flow:paint(x - dx * back, y - dy * back, radius, vx, vy, 0.5)
  end
end

local function brush_paints(world) return world.memory.brush_down and world.settings.wind ~= "swirls" end

-- What all brushes have in common. What a tool has to remember is in world.memory: locals start over when you save.
local function brush(title, key, color, speed)
  return {
    title = title,
    key = key,
    mousepressed = function(world) world.memory.brush_down = true end,
    mousereleased = function(world) world.memory.brush_down = false end,
    mousemoved = function(world, x, y, dx, dy)
      if not brush_paints(world) then return end
      stroke(world.memory.flow, x, y, dx, dy, world.settings.brush, speed(world))
    end,
    wheelmoved = function(world, _, dy)
      world.settings.brush = math.max(1, math.min(12, world.settings.brush + dy))
    end,
    draw = function(world, draw)
      local mouse = world.mouse
      if not mouse then return end
      local radius, down = world.settings.brush, world.memory.brush_down
      draw.circle(mouse.x, mouse.y, radius, { color = color, width = down and 3 or 1.5 })
      if world.settings.wind == "swirls" then draw.text("swirls paint themselves", mouse.x + radius, mouse.y) end
    end,
  }
end

-- What is on the sheet at first: a stream that winds along the pond, and from its end back to its beginning.
local function paint_stream(world)
  local steps, bends = 160, 2
  local function place(i)
    return (i / steps - 0.5) * LENGTH, 9 * math.sin(2 * math.pi * bends * i / steps)
  end
  for i = 1, steps do
    local x, y = place(i)
    local x0, y0 = place(i - 1)
    stroke(world.memory.flow, x, y, x - x0, y - y0, 8, 3)
  end
end

local function begin_wind(world)
  local memory, chosen = world.memory, world.settings.wind
  if memory.flow and memory.flow.alive then memory.flow:remove() end
  memory.flow = world:flow(chosen == "swirls" and swirls or sheet)
  if chosen == "stream" then paint_stream(world) end
  for each in world:agents("boat") do each.wind = memory.flow end
end

-- How well boats drift with the wind where they are: 1 along it, 0 across it. Counts only where there is wind.
local function with_the_wind(world)
  local sum, count, flow = 0, 0, world.memory.flow
  if not flow.alive then return 0 end
  for each in world:agents("boat") do
    local vx, vy = flow:at(each.x, each.y)
    local speed = math.sqrt(vx * vx + vy * vy)
    if speed > 0.3 and each.speed > 0.3 then
      sum, count = sum + (vx * each.vx + vy * each.vy) / (speed * each.speed), count + 1
    end
  end
  return count > 0 and sum / count or 0
end

local function mean(world, of)
  local sum = 0
  for each in world:agents("boat") do sum = sum + of(each) end
  return sum / math.max(1, world:count("boat"))
end

return drover.scenario {
  name = "flow_paint",
  title = "Paint the wind",
  theme = "water",
  kinds = { boat },
  -- What leaves the pond comes in on the other side, and so does the wind.
  bounds = { min = { -LENGTH / 2, -WIDTH / 2 }, max = { LENGTH / 2, WIDTH / 2 }, edge = "wrap" },

  settings = {
    drover.choice("wind", "stream", { "stream", "calm", "swirls" }),
    drover.slider("brush", 5, { min = 1, max = 12, title = "brush (m)" }),
    drover.slider("strength", 3, { min = 0.5, max = 6, title = "painted wind (m/s)" }),
    drover.slider("look_ahead", 0.5, { min = 0, max = 4, title = "looks ahead (s)" }),
    drover.slider("boats", 120, { min = 1, max = 400, step = 1, restart = true }),
  },

  tools = {
    wind = brush("Paint wind", "w", "white", function(world) return world.settings.strength end),
    lull = brush("Calm it", "e", "black", function() return 0 end),
  },

  monitors = {
    with_the_wind = with_the_wind,
    speed = function(world) return mean(world, function(each) return each.speed end) end,
    eastward = function(world) return mean(world, function(each) return each.vx end) end,
    least_gap = function(world)
      local least = math.huge
      for each in world:agents("boat") do
        local _, apart = each:nearest("boat", 4)
        if apart then least = math.min(least, apart - 2 * BODY) end
      end
      return least
    end,
  },

  setup = function(world, settings)
    world:scatter("boat", settings.boats)
    begin_wind(world)
  end,

  setting = function(world, name)
    if name == "wind" then begin_wind(world) end
  end,
}
