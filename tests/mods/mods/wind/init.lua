-- A flow that a kind of the scenario follows.
local drover = require "drover"

drover.flow("wind", {
  resolution = 8, bounds = { min = { -40, -40 }, max = { 40, 40 } },
  field = function(x, y) return -y / 40, x / 40 end,
})

drover.extend("dog", function(def)
  def.slots.wind = "flow"
  def:after("steer", { drover.steer.flow_following { flow = "wind" }, 0.5 })
end)

return drover.mod {
  setup = function(world)
    local wind = world:flow("wind")
    for dog in world:agents("dog") do dog.wind = wind end
  end,
}
