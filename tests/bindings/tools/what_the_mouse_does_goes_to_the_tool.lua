local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  mousepressed = function(_, x, y) print("plain", x, y) end,
  tools = {
    wind = {
      mousepressed = function(_, x, y, button, agent) print(x, y, button, agent) end,
      mousemoved = function(_, x, y, dx, dy) print("moved", x, y, dx, dy) end,
      mousereleased = function(world, _, _, button) world.memory.released = button end,
      wheelmoved = function(_, dx, dy) print("wheel", dx, dy) end,
    },
  },
}
