-- Speed over density: nine corridors 3 m wide, with 0.5 to 4.5 people a square meter who all walk the same way.

local drover = require "drover"
local pedestrian = require "pedestrian"
local corridors = require "corridors"

local DENSITIES = { 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5 }
local LENGTH, WIDTH, APART = corridors.LENGTH, 3, 8

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { corridor = 0, way = 1 },
  steer = pedestrian.walk { target = "goal" },
  step = function(self) self:set("goal", self.x + 5, self.y) end,
})

-- Random places a body apart, less where there is no such place left: they part while they settle.
local function fill(world, corridor, count)
  local apart, misses, placed = 2 * pedestrian.body.radius, 0, {}
  while #placed < count do
    local x = LENGTH * world:random()
    local y = corridors.middle(corridor, APART) + (WIDTH - 2 * pedestrian.body.radius) * (world:random() - 0.5)
    if corridors.is_free(placed, x, y, apart) then
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
  monitors = corridors.monitors(#DENSITIES, WIDTH, APART),
  setup = function(world)
    corridors.build(world, #DENSITIES, WIDTH, APART)
    for corridor, density in ipairs(DENSITIES) do
      fill(world, corridor, math.floor(density * LENGTH * WIDTH + 0.5))
    end
  end,
}
