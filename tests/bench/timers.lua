-- Timers that wait, as many as `agents` says: none of them, all of them for a day, or a hundredth of them until the
-- next tick, another until the one after it, and so on. Those that are called set themselves again. Nobody is there.
local drover = require "drover"
local timers = require "agents"

local ROUND = 100 -- ticks
local DAY = 24 * 3600

return drover.scenario {
  title = "Timers",
  kinds = { drover.kind("nobody", {}) },
  settings = { drover.choice("timers", "in turn", { "none", "later", "in turn", restart = true }) },
  timers = {
    ring = function(world) world:after(ROUND * world.dt, "ring") end,
  },
  setup = function(world, settings)
    if settings.timers == "none" then return end
    for i = 1, timers do
      world:after(settings.timers == "later" and DAY or i % ROUND * world.dt, "ring")
    end
  end,
}
