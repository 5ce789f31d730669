-- Two streams cross at right angles. Their corridors of 20 m by 3 m have ends that are one.

local drover = require "drover"
local pedestrian = require "pedestrian"
local corridors = require "corridors"

local LENGTH, WIDTH = corridors.LENGTH, 3
local MIDDLE = LENGTH / 2

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { goes_up = false },
  steer = pedestrian.walk { target = "goal" },
  step = function(self)
    if self.goes_up then
      self:set("goal", self.x, self.y + 5)
    else
      self:set("goal", self.x + 5, self.y)
    end
  end,
})

local function build_walls(world)
  for _, side in ipairs { -1, 1 } do
    local edge = MIDDLE + side * WIDTH / 2
    for _, way in ipairs { -1, 1 } do
      local from, to = MIDDLE + way * WIDTH / 2, MIDDLE + way * (LENGTH / 2 + 8)
      world:obstacle { wall = { from = { from, edge }, to = { to, edge } } }
      world:obstacle { wall = { from = { edge, from }, to = { edge, to } } }
    end
  end
end

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  settings = { drover.slider("density", 0.5, { min = 0, max = 2 }) },
  bounds = { min = { 0, 0 }, max = { LENGTH, LENGTH }, edge = "wrap" },
  monitors = {
    overlap = require "overlaps",
    speed = function(world)
      local sum = 0
      for each in world:agents("person") do sum = sum + (each.goes_up and each.vy or each.vx) end
      return sum / world:count("person")
    end,
  },
  setup = function(world, settings)
    build_walls(world)
    local placed, count = {}, math.floor(settings.density * LENGTH * WIDTH) -- in each stream
    while #placed < 2 * count do
      local goes_up = #placed >= count
      local x, y = LENGTH * world:random(), MIDDLE + (WIDTH - 0.4) * (world:random() - 0.5)
      if goes_up then x, y = y, x end
      if corridors.is_free(placed, x, y, 0.4) then
        placed[#placed + 1] = { x, y }
        world:spawn("person", { x = x, y = y, goes_up = goes_up, heading = goes_up and math.pi / 2 or 0 })
      end
    end
  end,
}
