local drover = require "drover"
local vec = drover.vec

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    local function p(...)
      local t = {}
      for i, v in ipairs { ... } do
        t[i] = string.format("%.3f", v)
      end
      print(table.concat(t, " "))
    end
    local s = world:spawn("a", { x = 1, y = 1, heading = math.pi / 2 })
    local t = world:spawn("a", { x = 4, y = 5 })
    p(s:distance(t))
    p(s:distance(1, 2))
    p(s:distance { 1, 0 })
    p(s:distance(vec(1, 3)))
    p(s:offset(t))
    p(s:bearing(t))
    p(s:bearing(0, 1))
    p(s:bearing(1, 0))
    p(s:to_local(t))
    p(s:to_world(4, -3, 0))
  end,
}
