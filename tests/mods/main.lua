-- A scenario for the mods in mods/, each of which touches other extension points: sheep that graze, and a dog.
local drover = require "drover"
local land = require "land"
local steer, blend, when = drover.steer, drover.blend, drover.when

drover.group("flock", { memory = { calm = 0 }, elect = function(group) return (group:members()()) end })

local sheep = drover.kind("sheep", {
  body = { max_speed = 5, radius = 0.4 },
  sight = { range = 30 },
  slots = { threat = "agent" },
  memory = { fear = 0 },
  init = function(self) self.fear = self:random() end,
  initial = "grazing",
  states = {
    grazing = {
      speed = drover.setting("pace"),
      steer = blend.weighted {
        { steer.wander {}, 2 },
        steer.containment {},
        blend.sum { steer.cohesion { kind = "sheep" }, steer.separation { kind = "sheep" } },
      },
      on = { { when.sees("dog", { within = 10, as = "threat" }), "fleeing" } },
    },
    fleeing = {
      enter = function(self) self.fear = self.fear + 1 end,
      steer = blend.priority { steer.containment {}, steer.evasion { target = "threat" } },
      on = { { when.after(2), "grazing" } },
    },
  },
})

local dog = drover.kind("dog", {
  body = { max_speed = 4 },
  steer = blend.weighted { steer.wander {}, { steer.containment {}, 2 } },
})

return drover.scenario {
  title = "Mods",
  kinds = { sheep, dog },
  bounds = { min = { -40, -40 }, max = { 40, 40 }, edge = "contain" },
  settings = { drover.slider("pace", 2, { max = 5 }) },
  monitors = { fear = function(world)
    local sum = 0
    for each in world:agents("sheep") do sum = sum + each.fear end
    return sum
  end },
  setup = function(world)
    local flock = world:new_group("flock")
    for i = 1, 20 do
      local x, y = land.place(i)
      world:spawn("sheep", { x = x, y = y, group = flock })
    end
    world:spawn("dog", {})
  end,
  update = function(world) world.memory.ticks = (world.memory.ticks or 0) + 1 end,
}
