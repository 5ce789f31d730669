local drover = require "drover"

local a = drover.kind("a", {
  slots = { damping = "number" },
  memory = { stride = "long" },
  body = { damping = 3, stride = 2 },
})

local b = drover.kind("b", { body = { damping = 3, stride = 2 } })

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    for _, kind in ipairs { "a", "b", "a" } do
      local s = world:spawn(kind, {})
      print(s.stride, s.damping)
      s.damping = 1
      print(s.damping)
    end
    local s = world:spawn "a"
    s.stride = "short"
    print(s.stride)
  end,
}
