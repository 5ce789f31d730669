local drover = require "drover"

drover.group("flock", {})
drover.group("pack", { slots = { rest = "point", quarry = "agent" }, memory = { hunts = 3 } })

return drover.scenario {
  kinds = { drover.kind("wolf", {}) },
  setup = function(world)
    world:new_group "flock"
    world:new_group("pack").rest = { 1, 2 }
  end,
}
