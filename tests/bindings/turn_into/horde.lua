-- Bites spread: humans become zombies in steps, guards, and callbacks of others, some with values that wait.
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local human = drover.kind("human", {
  body = { max_speed = 2, radius = 0.3 },
  slots = { friend = "agent", age = "number" },
  memory = { bites = 0, bag = { 1 } },
  initial = "calm",
  states = {
    calm = {
      steer = blend.weighted { steer.wander {}, steer.separation { kind = "human", radius = 3 } },
      on = {
        { when.near("friend", 0.2) & when.after(3), function(self) self:turn_into("zombie", { hunger = 1 }) end },
      },
    },
  },
})

local zombie = drover.kind("zombie", {
  body = { max_speed = 2.2, radius = 0.5, smoothing = 0.3, locomotion = "legged" },
  sight = { range = 20 },
  slots = { prey = "agent", friend = "agent", hunger = "number" },
  memory = { bites = 0, taste = {}, bag = {} },
  initial = "hunting",
  states = {
    hunting = {
      enter = function(self) self.bites = self.bites + #self.bag + #self.taste end,
      step = function(self)
        local near, distance = self:nearest("human", 20)
        self.prey = near
        if near and distance < 1 then
          local taste = { self.id, { self.world.tick } }
          near:turn_into("zombie", { hunger = self.id, prey = self, taste = taste })
          taste[1] = 0 -- the values were copied
        end
      end,
      steer = steer.pursuit { target = "prey" },
      on = { { when.after(8), function(self) self:turn_into "human" end } },
    },
  },
})

return drover.scenario {
  kinds = { human, zombie },
  bounds = { min = { -15, -15 }, max = { 15, 15 }, edge = "wrap" },
  setup = function(world)
    local last
    for i = 1, 60 do
      local x, y = 30 * world:random() - 15, 30 * world:random() - 15
      last = world:spawn("human", { x = x, y = y, age = i, friend = last })
    end
    for _ = 1, 3 do world:spawn("zombie", { x = 30 * world:random() - 15, y = 30 * world:random() - 15 }) end
  end,
  update = function(world)
    if world.tick % 50 == 7 then
      local near = world:nearest("human", 0, 0, 20)
      if near then near:turn_into("zombie", { taste = { world.tick } }) end
    end
  end,
}
