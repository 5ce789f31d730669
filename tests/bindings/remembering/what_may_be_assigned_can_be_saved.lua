local drover = require "drover"

local a = drover.kind("a", { memory = { m = 0 } })

local function nest(depth)
  local t = {}
  for _ = 2, depth do
    t = { t }
  end
  return t
end

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", {})
    for depth = 95, 105 do
      local kept = pcall(function() s.m = nest(depth) end)
      print(depth, kept, pcall(function() world.memory.m = nest(depth) end))
    end
  end,
}
