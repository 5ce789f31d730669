-- It goes along a planned way, after a turn; a monitor interrupts it.
local drover = require "drover"
local schema, when = drover.schema, drover.when

local a = drover.kind("a", {
  initial = "walk",
  body = { max_speed = 3, radius = 0.3 },
  interrupts = { { when.near("b", 2), "look" } },
  states = {
    home = {},
    look = { on = { { when.after(0.5), "resume" } } },
    walk = schema.goals {
      { schema.turning { heading = 3, rate = 1 }, urgency = 1 },
      schema.locomotion { target = { 15, 0 } },
      done = "home",
      failed = "home",
    },
  },
})

local b = drover.kind("b", { body = { locomotion = "fixed" } })

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    world:obstacle { wall = { from = { 8, -8 }, to = { 8, 3 } } }
    world:spawn "a"
    world:spawn("b", { x = 6, y = 3 })
  end,
  update = function(world)
    if world.tick % 60 ~= 0 then return end
    for s in world:agents "a" do
      local own = s.schema.own
      print(s.state, own and own.at)
    end
  end,
}
