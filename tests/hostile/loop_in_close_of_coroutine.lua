-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local function spin()
      while true do end
    end
    local wait = coroutine.create(function()
      local endless <close> = setmetatable({}, { __close = spin })
      coroutine.yield(endless)
    end)
    coroutine.resume(wait)
    coroutine.close(wait)
  end,
}
