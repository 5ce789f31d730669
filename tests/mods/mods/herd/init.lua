-- A kind of group with a slot, memory, and an election.
local drover = require "drover"

drover.group("herd", {
  slots = { goal = "point" },
  memory = { met = 0 },
  elect = function(group) return (group:members()()) end,
})

return drover.mod {
  setup = function(world)
    local herd = world:new_group("herd")
    for dog in world:agents("dog") do dog.group = herd end
    herd.met = 1
  end,
}
