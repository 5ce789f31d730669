-- Speed over density: nine corridors of 20 m by 3 m, whose ends are one, with 0.5 to 4.5 people a square meter who all
-- walk the same way. The corridors lie above each other, too far apart to notice.

local drover = require "drover"
local pedestrian = require "pedestrian"

local DENSITIES = { 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5 }
local LENGTH, WIDTH, APART = 20, 3, 8

local function middle(corridor) return (corridor - 0.5) * APART end

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { corridor = 0 },
  steer = pedestrian.walk { target = "goal" },
  step = function(self) self:set("goal", self.x + 5, self.y) end,
})

-- speed_1 … speed_9: the mean speed along each corridor, and `outside` of theirs nobody is.
local monitors = {
  outside = function(world)
    local count = 0
    for each in world:agents("person") do
      if math.abs(each.y - middle(each.corridor)) > WIDTH / 2 then count = count + 1 end
    end
    return count
  end,
}
for corridor in ipairs(DENSITIES) do
  monitors["speed_" .. corridor] = function(world)
    local sum, count = 0, 0
    for each in world:agents("person") do
      if each.corridor == corridor then sum, count = sum + each.vx, count + 1 end
    end
    return sum / count
  end
end

-- Random places a body apart, less where there is no such place left: they part while they settle.
local function fill(world, corridor, count)
  local apart, misses, placed = 2 * pedestrian.body.radius, 0, {}
  local function is_free(x, y)
    for _, other in ipairs(placed) do
      local dx = math.abs(x - other[1])
      dx = math.min(dx, LENGTH - dx)
      if dx * dx + (y - other[2]) * (y - other[2]) < apart * apart then return false end
    end
    return true
  end
  while #placed < count do
    local x = LENGTH * world:random()
    local y = middle(corridor) + (WIDTH - 2 * pedestrian.body.radius) * (world:random() - 0.5)
    if is_free(x, y) then
      placed[#placed + 1] = { x, y }
      world:spawn("person", { x = x, y = y, corridor = corridor })
      misses = 0
    else
      misses = misses + 1
      if misses == 100 then apart, misses = 0.98 * apart, 0 end
    end
  end
end

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { 0, 0 }, max = { LENGTH, APART * #DENSITIES }, edge = "wrap" },
  monitors = monitors,
  setup = function(world)
    for corridor, density in ipairs(DENSITIES) do
      -- The walls reach past the seam, so that there is one on both sides of it.
      for _, side in ipairs { -1, 1 } do
        local y = middle(corridor) + side * WIDTH / 2
        world:obstacle { wall = { from = { -10, y }, to = { LENGTH + 10, y } } }
      end
      fill(world, corridor, math.floor(density * LENGTH * WIDTH + 0.5))
    end
  end,
}
