local drover = require "drover"

local function eat(animal, much) animal.food = much end

local function feed(world, animal)
  if animal.gaol then
    world.tik = 1
    feed(world, animal)
  end
  eat(animal, 1)
end

local a = drover.kind("a", {
  slots = { goal = "point" },
  init = function(self) self.goal = self end,
  step = function(self) feed(self.world, self) end,
})

return drover.scenario { kinds = { a }, setup = function() end }
