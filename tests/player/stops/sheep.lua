-- Whatever key is pressed last names the function that does not return. Local variables that no
-- snapshot knows have a say in all that agents do.

local drover = require "drover"
local steer, when = drover.steer, drover.when

local count = 0

local function spin(world, name)
  count = count + 1
  if world.memory.key == name then
    world.memory.key = ""
    while true do
      count = count + 1
    end
  end
end

local function watch(world, name) -- which may not write
  while world.memory.key == name do
  end
end

drover.group("herd", {
  elect = function(herd)
    watch(herd.world, "elect")
    return herd:members()()
  end,
})

local sheep = drover.kind("sheep", {
  memory = { n = 0 },
  initial = "calm",
  step = function(self)
    if self.world.memory.key == "memory" then
      while true do
        self.n = self.n + 1
      end
    end
    self.n = self.n + self:random() + count % 7
    spin(self.world, "step")
  end,
  init = function(self) spin(self.world, "init") end,
  states = {
    calm = {
      steer = steer.wander {},
      leave = function(self) spin(self.world, "leave") end,
      on = {
        {
          when.after(0.1) & when.lua(function(self)
            watch(self.world, "guard")
            return true
          end),
          function(self)
            spin(self.world, "choose")
            return "wild"
          end,
        },
      },
    },
    wild = {
      enter = function(self) spin(self.world, "enter") end,
      steer = steer.custom(function(self)
        watch(self.world, "custom")
        return 1, 0
      end),
      on = { { when.after(0.1), "calm" } },
    },
  },
})

return drover.scenario {
  kinds = { sheep },
  settings = { drover.slider("births", 9, { min = 1, max = 99, step = 1 }) },
  setup = function(world)
    world.memory.key = ""
    local herd = world:new_group "herd"
    for i = 1, 6 do
      world:spawn("sheep", { x = i, y = 0, group = herd })
    end
  end,
  keypressed = function(world, key)
    world.memory.key = key
    spin(world, "key")
  end,
  setting = function(world, _, value)
    world.memory.births = value
    spin(world, "setting")
  end,
  update = function(world)
    spin(world, "update")
    if world.memory.key == "elect" then
      world:agents()().group:elect()
      world.memory.key = ""
    end
    if world.memory.key == "init" then world:spawn("sheep", { x = 9, y = 9 }) end
    world.memory.sum = world:random() + count % 5
  end,
}
