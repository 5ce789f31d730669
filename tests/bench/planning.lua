-- Planning from corner to corner of a square of 512 m, in cells of a meter, once a tick: through a field of rocks, or
-- through a maze of walls across, each with its door at the other end. Or a flow there from everywhere. Nobody
-- walks there.
local drover = require "drover"

local side, rocks, walls = 512, 600, 32

local tasks = { "rocks", "maze", "flow among rocks", "flow through a maze", restart = true }

local function put_rock(world, i)
  local x, y = world:random() * side, world:random() * side
  if math.min(x, y, side - x, side - y) < 12 then return end -- not on the corners
  local size = 2 + 6 * world:random()
  if i % 3 == 0 then
    world:obstacle { sphere = { x = x, y = y, radius = size } }
  elseif i % 3 == 1 then
    world:obstacle { box = { x = x, y = y, w = 2 * size, d = size, heading = i } }
  else
    world:obstacle { wall = { from = { x - size, y - 10 }, to = { x + size, y + 10 } } }
  end
end

local function put_wall(world, i)
  local y, door = i * side / walls, 6
  local left = i % 2 == 0 and door or 0
  world:obstacle { wall = { from = { left, y }, to = { side - door + left, y } } }
end

return drover.scenario {
  title = "Planning",
  kinds = { drover.kind("walker", {}) },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "contain" },
  settings = { drover.choice("task", "rocks", tasks) },
  setup = function(world, settings)
    local put, count = put_rock, rocks
    if settings.task:find "maze" then put, count = put_wall, walls - 1 end
    for i = 1, count do put(world, i) end
  end,
  update = function(world)
    local options = { clearance = 0.5, resolution = 1 }
    local found
    if world.settings.task:find "flow" then
      found = world:flow_to({ side - 1, side - 1 }, options)
    else
      found = world:plan({ 1, 1 }, { side - 1, side - 1 }, options)
    end
    assert(found):remove()
  end,
}
