local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local states, parts, memory, slots, on = {}, {}, {}, {}, {}

for i = 1, 256 do
  states["s" .. i] = { enter = function() print(i) end }
end

for i = 1, 40 do
  parts[i] = { steer.wander {}, "n1" }
end

for i = 1, 300 do
  memory["m" .. i] = i
  slots["n" .. i] = "number"
end

for i = 1, 300 do
  on[i] = { when.after(9), "s" .. (i % 256 + 1) }
end

local kinds = {
  drover.kind("a", {
    states = states,
    initial = "s256",
    memory = memory,
    slots = slots,
    on = on,
    steer = blend.weighted(parts),
  }),
}

for i = 2, 64 do
  kinds[i] = drover.kind("k" .. i, {})
  drover.group("g" .. i, {})
end

return drover.scenario {
  kinds = kinds,
  setup = function(world)
    local s = world:spawn("a", { n1 = 0.01 })
    for i = 2, 64 do
      world:spawn("k" .. i, {})
    end
    s.n300 = s.m300
    print(s.n300, world:count "k64")
    s:become "s7"
  end,
}
