-- Twelve agents that remember tables, the first of them in a group that remembers one.
local drover = require "drover"
local vec = drover.vec
local bags = {}

drover.group("g", { memory = { bag = { n = 0 } } })

bags.kinds = {
  drover.kind("a", {
    memory = {
      n = 0,
      name = "x",
      at = vec(1, 2),
      who = drover.none,
      bag = { 1, 2, list = { 1.5, "two" } },
      also = drover.none,
    },
  }),
  drover.kind("wall", {}),
}

function bags.spawn(world, all)
  for i = 1, 12 do
    all[i] = world:spawn("a", { x = i, name = "agent " .. i })
  end
  all[1].group = world:new_group "g"
end

return bags
