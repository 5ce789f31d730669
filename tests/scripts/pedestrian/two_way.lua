-- Two streams walk past each other in four corridors of 20 m by 4 m, whose ends are one, with 0.25 to 1.5 people a
-- square meter. The corridors lie above each other, too far apart to notice.

local drover = require "drover"
local pedestrian = require "pedestrian"

local DENSITIES = { 0.25, 0.5, 1, 1.5 }
local LENGTH, WIDTH, APART = 20, 4, 10

local function middle(corridor) return (corridor - 0.5) * APART end

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { corridor = 0, way = 1 },
  steer = pedestrian.walk { target = "goal" },
  step = function(self) self:set("goal", self.x + 5 * self.way, self.y) end,
})

-- speed_1 … speed_4: the mean speed along each corridor, each person's own way. `outside` of theirs nobody is.
local monitors = {
  overlap = require "overlaps",
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
      if each.corridor == corridor then sum, count = sum + each.vx * each.way, count + 1 end
    end
    return sum / count
  end
end

local function is_free(placed, x, y)
  for _, other in ipairs(placed) do
    local dx = math.abs(x - other[1])
    dx = math.min(dx, LENGTH - dx)
    if dx * dx + (y - other[2]) ^ 2 < 0.4 ^ 2 then return false end
  end
  return true
end

local function fill(world, corridor, count)
  local placed = {}
  while #placed < count do
    local x, y = LENGTH * world:random(), middle(corridor) + (WIDTH - 0.4) * (world:random() - 0.5)
    if is_free(placed, x, y) then
      placed[#placed + 1] = { x, y }
      local way = #placed % 2 == 0 and 1 or -1
      world:spawn("person", { x = x, y = y, corridor = corridor, way = way, heading = way > 0 and 0 or math.pi })
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
