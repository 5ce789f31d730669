local drover = require "drover"
local a = require "walker"

drover.flow("gust", {
  interval = 0.1,
  resolution = 50,
  field = function(_, _, _, t)
    if t > 0.35 then return nil + 1 end
    return t, 0
  end,
})

return drover.scenario {
  kinds = { a },
  tick_rate = 10,
  setup = function(world) world.memory.g = world:flow "gust" end,
  update = function(world) print((world.memory.g:at(0, 0))) end,
}
