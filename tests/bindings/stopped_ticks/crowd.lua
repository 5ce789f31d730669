-- Everything in whose loops a tick can be stopped: a heap of bodies, springs, legs that weigh stress, fields, guards,
-- applied behaviors, and supposed places.
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

drover.field("scent", { cell = 1, diffusion = 0.5 })
drover.link("rope", { spring = { length = 2, stiffness = 20, damping = 1 } })

local follow = steer.seek { target = "friend" }
local sheep = drover.kind("sheep", {
  body = { solid = true, radius = 0.4, max_speed = 2 },
  sight = { range = 8, uncertainty = 0.2 },
  slots = { friend = "agent" },
  steer = blend.sum { steer.separation {}, steer.wander {} },
  initial = "calm",
  states = {
    calm = { leaves = { scent = 2 }, on = { { when.collided("sheep"), "tense" } } },
    tense = { steer = steer.flee { target = "friend" }, on = { { when.after(0.2), "calm" } } },
  },
  step = function(self) self:apply(follow, 0.3) end,
})
local walker = drover.kind("walker", {
  body = { locomotion = "legged", stride = 0.7, max_speed = 1 },
  steer = steer.wander {},
  stress = { drover.stress.forward {} },
})

return drover.scenario {
  kinds = { sheep, walker },
  bounds = { min = { 0, 0 }, max = { 40, 40 } },
  setup = function(world)
    local last
    for i = 1, 60 do
      local one = world:spawn("sheep", { x = i % 2, y = 0 })
      if last then one:link("rope", last) end
      one.friend = last
      last = one
    end
    world:scatter("sheep", 100)
    world:scatter("walker", 20)
    world:obstacle { sphere = { x = 20, y = 20, radius = 3 } }
  end,
}
