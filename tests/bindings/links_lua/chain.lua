local drover = require "drover"

drover.link("rope", { spring = { length = 1, stiffness = 20, damping = 1 } })

return drover.scenario {
  kinds = { drover.kind("bead", {}), drover.kind("post", { body = { locomotion = "fixed" } }) },
  setup = function(world)
    local last = world:spawn("post", {})
    for i = 1, 9 do
      local bead = world:spawn("bead", { x = 2 * i, y = i % 3 })
      bead:link("rope", last)
      last = bead
    end
  end,
}
