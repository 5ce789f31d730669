local drover = require "drover"
local inside = require "inside"

local deep, shared = { inside.deep }, { inside.shared }
for _ = 1, 90 do
  deep = { deep }
end
for _ = 1, 60 do
  shared = { shared, shared }
end
local loop = { inside.loop }
loop[2] = { loop }

local a = drover.kind("a", {
  memory = { deep = deep, shared = shared, loop = loop, same = { { loop } }, none = drover.none },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
