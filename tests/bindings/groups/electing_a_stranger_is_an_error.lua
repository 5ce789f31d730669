local drover = require "drover"

drover.group("pack", {
  slots = { quarry = "agent" },
  elect = function(group) return group.quarry end,
})

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local pack = world:new_group "pack"
    world:spawn("a", { group = pack })
    pack.quarry = world:spawn("a", {})
  end,
}
