-- All that a mod adds besides kinds.
local drover = require "drover"

return drover.mod {
  settings = {
    drover.toggle("loud", false),
    drover.choice("mode", "calm", { "calm", "wild" }),
  },
  monitors = { loud = function(world) return world.settings.loud and 1 or 0 end },
  tools = { bark = { key = "k", mousepressed = function(world) world:emit("bark", {}) end } },
  setup = function(world, settings) world.memory.mode = settings.mode end,
  update = function(world) world.memory.mode = world.settings.mode end,
  draw = function(_, draw) draw.text("tools", 0, 0) end,
  on_reload = function(world) world.memory.reloads = (world.memory.reloads or 0) + 1 end,
}
