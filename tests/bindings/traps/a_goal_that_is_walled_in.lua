local drover = require "drover"
local a = drover.kind("a", {
  slots = { goal = "point" }, steer = drover.steer.wayfinding { target = "goal" }, body = { max_force = 0 },
})
return drover.scenario { kinds = { a }, setup = function(world)
  for _, side in ipairs { -1, 1 } do
    world:obstacle { wall = { from = { side, -1 }, to = { side, 1 } } }
    world:obstacle { wall = { from = { -1, side }, to = { 1, side } } }
  end
  for i = 0, 1 do world:spawn("a", { x = -5, y = i, goal = { 0, 0 } }) end
end }
