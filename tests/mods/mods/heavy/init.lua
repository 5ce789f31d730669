-- Bodies, senses, looks, and speeds.
local drover = require "drover"

drover.extend("sheep", function(def)
  def.body.mass = 3
  def.body.max_speed = drover.setting("top")
  def.sight.angle = math.rad(200)
  def.hearing.range = 40
  def.look.color = "white"
  def.states.grazing.speed = drover.setting("pace") -- the scenario's
end)
drover.extend("dog", function(def) def.body.max_force = 4 end)

return drover.mod { settings = { drover.slider("top", 3, { max = 9 }) } }
