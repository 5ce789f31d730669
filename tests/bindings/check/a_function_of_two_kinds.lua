local drover = require "drover"

local function eat(animal) animal.food = animal.fod end
local a = drover.kind("a", { memory = { food = 1 }, step = function(self) eat(self) end })
local b = drover.kind("b", { step = function(self) eat(self) end })

return drover.scenario { kinds = { a, b } }
