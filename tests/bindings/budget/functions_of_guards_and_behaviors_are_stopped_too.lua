local drover = require "drover"
local steer, when = drover.steer, drover.when

local function work()
  local n = 0
  for i = 1, 2e5 do
    n = n + i
  end
end

local small = drover.kind("small", {
  --[[kind]]
})

return drover.scenario {
  kinds = { small },
  setup = function(world) world:scatter("small", 1000) end,
}
