-- A state for a kind of the scenario, with guards before and after others.
local drover = require "drover"
local when = drover.when

drover.extend("sheep", function(def)
  def.states.napping = { speed = 0, on = { { when.after(1), "grazing" } } }
  def:before("states.grazing.on", { when.after(0.7), "napping" })
  def:after("states.fleeing.on[1]", { when.after(1), "napping" })
  def:before("on", { when.after(100), "napping" })
end)
