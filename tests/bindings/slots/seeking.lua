-- Where an agent heads that seeks what the slot holds.
local drover = require "drover"
local steer, vec = drover.steer, drover.vec

drover.group("g", {
  slots = { quarry = "agent", den = "point" },
  elect = function(group) return group:members()() end,
})

local stone = drover.kind("rock", { body = { locomotion = "fixed" } })

local a = drover.kind("a", {
  slots = { --[[slots]] },
  body = { max_speed = 10, max_force = 1e6 },
  steer = steer.seek { target = vec(30, 0) },
})

return drover.scenario {
  kinds = { a, stone },
  setup = function(world)
    local rock = world:spawn("rock", { x = 0, y = 30 })
    local s = world:spawn("a", {})
    --[[values]]
  end,
  update = function(world)
    if world.tick ~= 30 then return end
    for s in world:agents("a") do
      if s.id == 2 then print(s.speed > 0.1 and string.format("%.2f", s.heading) or "rests") end
    end
  end,
}
