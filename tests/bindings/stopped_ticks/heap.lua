-- People who stand apart. An `update` may bring them to one place, where they take the engine seconds.
local drover = require "drover"
local pedestrian = require "pedestrian"
local person = drover.kind("person", { body = pedestrian.body, steer = drover.steer.wander {} })
return drover.scenario {
  kinds = { person },
  setup = function(world) for i = 1, 2000 do world:spawn("person", { x = 2 * i }) end end,
  --[[update]]
}
