-- does not return
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    local endless <close> = setmetatable({}, { __close = function()
      while true do end
    end })
    error "x"
  end,
}
