local drover = require "drover"

drover.group("g", { memory = { list = {} } })
local function fill(self) self.bag = { {} } end

local a = drover.kind("a", {
  memory = { bag = {} },
  step = function(self)
    fill(self)
    self.bag[1].f = print
  end,
})

local group

return drover.scenario {
  kinds = { a },
  setup = function(world)
    group = world:new_group "g"
    world:spawn("a", {})
    world.memory.t = {}
  end,
  update = function(world)
    if world.tick == 1 then
      group.list.f = print
    elseif world.tick == 2 then
      world.memory.t = {}
      group.list = {}
      world.memory.t.f = print
    end
  end,
}
