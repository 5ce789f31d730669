local drover = require "drover"
local when = drover.when

local wind = drover.flow("wind", { resolution = 10, field = function(x, y) return -y, x end })
drover.flow("calm", { resolution = 5 })

-- A guard may read a flow that there is, and cannot make one.
local function blows(name)
  return when.lua(function(self) return self.world:flow(name):at(5, 5) ~= 0 end)
end

local leaf = drover.kind("leaf", {
  initial = "lying",
  states = {
    lying = { on = { { blows "calm", "flying" } } },
    flying = { enter = function() print "it flies" end, on = { { blows "wind", "lying" } } },
  },
})

return drover.scenario {
  kinds = { leaf },
  setup = function(world)
    local w, c = world:flow(wind), world:flow "calm"
    c:set(5, 5, 1, 2)
    print(world:flow "wind" == w, world:flow "calm" == c, w == c)
    c:remove()
    local again = world:flow "calm"
    print(c.alive, again == c, again:at(5, 5))
    again:set(5, 5, 3, 0)
    w:remove()
    world:spawn("leaf", { x = 0, y = 0 })
  end,
}
