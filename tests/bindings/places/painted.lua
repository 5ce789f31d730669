local drover = require "drover"
local walker = require "walker"

local EAST = 1 -- m/s

for _, name in ipairs { "wind", "painted" } do
  drover.flow(name, {
    resolution = 10,
    field = function() return EAST, 0 end,
  })
end

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    local m = world.memory
    m.plain, m.painted = world:flow "wind", world:flow "painted"
    m.painted:set(0, 0, 7, 7)
    m.route = world:path { points = { { -40, 0 }, { 40, 0 } } }
    world:spawn("a", { x = -40, route = m.route, wind = m.painted })
  end,
  update = function(world)
    local m = world.memory
    if world.tick % 10 == 9 then
      print(m.plain:at(0, 0), (m.painted:at(0, 0)), m.route.length)
    end
  end,
}
