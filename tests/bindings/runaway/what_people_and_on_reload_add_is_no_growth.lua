-- What a save makes of growing.lua.
local drover = require "drover"

local a = drover.kind("a", { steer = drover.steer.wander {} })

local function add(world) world:scatter("a", 500) end

return drover.scenario {
  kinds = { a },
  keypressed = function(world) add(world) end,
  settings = { drover.toggle("more", false) },
  setting = function(world) add(world) end,
  on_reload = function(world) add(world) end,
  setup = function(world) world:scatter("a", 10) end,
}
