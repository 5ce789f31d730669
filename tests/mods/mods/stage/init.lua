-- The scenario's own definition.
local drover = require "drover"

drover.extend_scenario(function(def)
  def.title = def.title .. ", staged"
  def.monitors.dogs = function(world) return world:count("dog") end
  def.tools.call = { key = "q", mousepressed = function(world, x, y) world:spawn("dog", { x = x, y = y }) end }
  def:wrap("setup", function(before, world, settings)
    before(world, settings)
    world:spawn("dog", { x = 5, y = 5 })
  end)
  def:wrap("update", function(before, world, dt)
    before(world, dt)
    world.memory.staged = true
  end)
end)
