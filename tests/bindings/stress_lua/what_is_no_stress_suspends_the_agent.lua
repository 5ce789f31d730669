local drover = require "drover"
local stress = drover.stress

local LEGS = { radius = 0.25, max_speed = 1, stride = 0.5, locomotion = "legged" }

local k =
  drover.kind("k", { body = LEGS, stress = { stress.custom(function() return "much" end) } })

return drover.scenario { kinds = { k }, setup = function(world) world:spawn("k", {}) end }
