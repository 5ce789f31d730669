local drover = require "drover"

return drover.mod {
  setup = function(world) world:scatter("kite", 2) end,
  on_reload = function(world) world:scatter("kite", 1) end,
}
