local drover = require "drover"

local idle = drover.kind("idle", {})

local function work()
  local n = 0
  for i = 1, 2e5 do
    n = n + i
  end
end

return drover.scenario {
  kinds = { idle },
  monitors = {
    busy = function()
      work()
      return 1
    end,
  },
}
