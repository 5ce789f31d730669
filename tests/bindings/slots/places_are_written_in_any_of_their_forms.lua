local drover = require "drover"
local steer, vec = drover.steer, drover.vec

local b = drover.kind("b", { slots = { at = "point" } })

local a = drover.kind("a", {
  slots = { at = "point", way = "vector" },
  steer = steer.seek { target = { x = 1, y = 2 } },
})

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    local s = world:spawn("a", { at = { x = 1, y = 2 }, way = { x = 3, y = 4, z = 5 } })
    print(s.at, s.way)
    s.at = { y = -2, x = 7 }
    print(s.at)
    s:set("at", { x = 8, y = 9 })
    print(s.at, world:spawn("b", { x = 4, y = 3, at = s }).at)
    print(s:distance { x = 3, y = 4 })
    print(world:path({ points = { { x = 0, y = 0 }, { 3, 0 }, vec(3, 4) } }).length)
    local box = { polygon = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = 4, y = 4 } } }
    print(world:region({ shape = box }):contains { x = 3, y = 1 })
    print(world:obstacle { wall = { from = { x = 20, y = 0 }, to = { 20, 9 } } })
    for i, wrong in ipairs {
      { x = 1 },
      { x = 1, y = "2" },
      { x = 1, y = 2, heading = 3 },
      { 1 },
      {},
      { x = 1, y = 2, 5 },
      { x = 1, Y = 2 },
      { 1, 2, foo = 3 },
      { 1, 2, z = 3 },
      { 1, 2, 3, 4 },
      { 1, 2, [true] = 3 },
      7,
      true,
    } do
      print(i, select(2, pcall(function() s.at = wrong end)))
    end
    print(select(2, pcall(s.set, s, "way", s)))
    print(select(2, pcall(s.distance, s, { x = 1 })))
  end,
}
