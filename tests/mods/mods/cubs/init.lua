-- Extends the kind of a mod that it depends on, and requires a module of its own and one of the scenario.
local drover = require "drover"
local size = require "./size"
local land = require "land"

drover.extend("fox", function(def)
  def.look.size = size.of_cub
  def:wrap("states.napping.enter", function(before, self, from)
    before(self, from)
    if self.world:count("fox") < 6 then self.world:spawn("fox", { x = land.trees[1][1], y = land.trees[1][2] }) end
  end)
end)
