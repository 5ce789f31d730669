-- 'update' used
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  update = function()
    while true do end
  end,
}
