local drover = require "drover"
local steer = drover.steer

drover.group("pack", { slots = { quarry = "agent", rest = "point", pace = "number" }, memory = { hunts = 0 } })

local wolf = drover.kind("wolf", {
  slots = { goal = "point", last = "point", haste = "number", den = "point" },
  initial = "stalking",
  states = {
    stalking = {
      speed = "haste",
      steer = drover.blend.weighted {
        { steer.arrival { target = "goal" }, 1 },
        { steer.leader_following { leader = "group.leader" }, 2 },
        { steer.seek { target = "goal" }, 1 },
      },
      on = { { drover.when.after(1), "running" } },
    },
    running = { steer = steer.pursuit { target = "group.quarry" }, on = { { drover.when.after(1), "lost" } } },
    lost = { steer = steer.custom(function() return 0, 0, 0 end) },
  },
})

return drover.scenario {
  kinds = { wolf, drover.kind("deer", { body = { locomotion = "fixed" } }) },
  bounds = { min = { -20, -20 }, max = { 20, 20 } },
  setup = function(world)
    local pack = world:new_group "pack"
    pack.quarry = world:spawn("deer", { x = 10, y = 10 })
    pack.rest = { -15, 15 }
    pack.leader = world:spawn("wolf", { x = 10, y = -10, group = pack })
    local state = "--[[state]]"
    world:spawn("wolf", { group = pack, goal = { -10, 0 }, last = { 0, 15 }, den = { -10, -10 }, state = state })
  end,
}
