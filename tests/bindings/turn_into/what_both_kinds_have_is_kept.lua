local drover = require "drover"

drover.group("pack", {})

local human = drover.kind("human", {
  body = { max_speed = 2 },
  look = { color = "wheat" },
  slots = { friend = "agent", age = "number", home = "point" },
  memory = { bites = 0, bag = { 1, 2 }, name = "nobody" },
  step = function(self)
    if self.world.tick == 1 and self.id == 2 then self:turn_into "zombie" end
  end,
})

local zombie = drover.kind("zombie", {
  body = { max_speed = 1 },
  look = { color = "green" },
  slots = { hunger = "number", age = "number", friend = "agent", home = "number" },
  memory = { victims = 7, bites = 9, bag = {} },
  init = function() print "init" end,
})

return drover.scenario {
  kinds = { human, zombie },
  setup = function(world)
    local group = world:new_group "pack"
    local first = world:spawn("human", { x = 1 })
    local second = world:spawn("human", { x = 2, y = 3, heading = 1, speed = 2, group = group })
    first.friend, second.friend = second, first
    second.age, second.home, second.bites, second.name = 40, { 1, 1 }, 3, "joe"
    second.bag = { 5, 6, 7 }
    second.max_speed, second.color, second.label = 5, "red", "Joe"
    world.memory.first, world.memory.second = first, second
  end,
  update = function(world)
    local second = world.memory.second
    if world.tick == 2 then
      local first = world.memory.first
      print(second, second.kind, first.friend == second, second.group ~= nil, second.label)
      print(second.friend, second.age, second.home, second.hunger, second.bites, #second.bag, second.victims)
      print(second.max_speed, second.color, world:count "human", world:count "zombie", second.id)
      print(pcall(function() return second.name end))
    end
  end,
}
