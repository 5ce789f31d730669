-- Parts of blends, by name and by number, with a weight from a setting.
local drover = require "drover"
local steer = drover.steer

drover.extend("sheep", function(def)
  assert(#def.states.grazing.steer == 3 or #def.states.grazing.steer == 4)
  def:replace("states.grazing.steer.wander", steer.noise_wander {})
  def:replace("states.grazing.steer.sum.cohesion", steer.cohesion { kind = "sheep", radius = 20 })
  def:after("states.grazing.steer", { steer.seek { target = { 0, 0 } }, drover.setting("pull") })
  def:before("states.fleeing.steer[1]", steer.separation { kind = "sheep" })
end)

return drover.mod { settings = { drover.slider("pull", 0.2) } }
