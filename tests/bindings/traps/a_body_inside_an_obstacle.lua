local drover = require "drover"
local a = drover.kind("a", { body = { radius = 0.5 } })
local ghost = drover.kind("ghost", { body = { radius = 0.5, solid = false } })
return drover.scenario { kinds = { a, ghost }, setup = function(world)
  local rock = world:obstacle { box = { x = 0, y = 0, w = 8, d = 4 } }
  local pen = world:obstacle { sphere = { x = 20, y = 0, radius = 5 }, hollow = true }
  assert(pen.hollow and not rock.hollow)
  world:spawn("a", { x = 0, y = 1 })
  world:spawn("a", { x = 1, y = 1 })
  world:spawn("a", { x = 20, y = 1 })
  local passes = world:spawn("ghost", { x = 0, y = -1 })
  assert(not passes.solid)
end }
