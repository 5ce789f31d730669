-- Two streams walk past each other in four corridors 4 m wide, with 0.25 to 1.5 people a square meter.

local drover = require "drover"
local pedestrian = require "pedestrian"
local corridors = require "corridors"

local DENSITIES = { 0.25, 0.5, 1, 1.5 }
local LENGTH, WIDTH, APART = corridors.LENGTH, 4, 10

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { corridor = 0, way = 1 },
  steer = pedestrian.walk { target = "goal" },
  step = function(self) self:set("goal", self.x + 5 * self.way, self.y) end,
})

local function fill(world, corridor, count)
  local placed = {}
  while #placed < count do
    local x = LENGTH * world:random()
    local y = corridors.middle(corridor, APART) + (WIDTH - 0.4) * (world:random() - 0.5)
    if corridors.is_free(placed, x, y, 0.4) then
      placed[#placed + 1] = { x, y }
      local way = #placed % 2 == 0 and 1 or -1
      world:spawn("person", { x = x, y = y, corridor = corridor, way = way, heading = way > 0 and 0 or math.pi })
    end
  end
end

local monitors = corridors.monitors(#DENSITIES, WIDTH, APART)
monitors.overlap = require "overlaps"

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { 0, 0 }, max = { LENGTH, APART * #DENSITIES }, edge = "wrap" },
  monitors = monitors,
  setup = function(world)
    corridors.build(world, #DENSITIES, WIDTH, APART)
    for corridor, density in ipairs(DENSITIES) do
      fill(world, corridor, math.floor(density * LENGTH * WIDTH + 0.5))
    end
  end,
}
