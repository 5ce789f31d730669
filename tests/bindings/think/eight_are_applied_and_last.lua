local drover = require "drover"
local eight = require "eight"

return drover.scenario {
  kinds = eight.kinds,
  setup = function(world) world:spawn("a", { x = 10 }) end,
}
