local drover = require "drover"
local vec = drover.vec

local a = drover.kind("a", {
  body = { smoothing = 1 },
  memory = { list = {} },
  slots = { at = "pose", who = "agent" },
  steer = drover.steer.wander {},
})

local b = drover.kind("b", { body = { locomotion = "legged" } })

drover.group("pack", { slots = { den = "point" }, memory = { n = 0 } })

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    local g = world:new_group "pack"
    g.den = { 1, 2 }
    for i = 1, 3 do
      world:spawn(a, {
        x = i,
        group = g,
        at = { x = 1, y = 2, heading = 0.5 },
        list = { 1.5, "x", vec(1, 2), [g] = true },
      })
    end
    world:spawn(b, { x = 20 })
    world.memory.seen = { world:agents()() }
  end,
  update = function(world)
    if world.tick ~= 3 then return end
    world:agents()():remove()
    world:emit("x", { radius = 5 })
    world:finish "over"
  end,
}
