-- Trees, and a kind with interrupts: the engine's Lua calls their functions from closures of its
-- own.
local drover = require "drover"
local tree, when = drover.tree, drover.when

local wolf = drover.kind("wolf", {
  states = {
    hunt = tree.sequence {
      tree.condition(function() return true end),
      --[[extra]]
      tree.action(function(self) return "running" end),
    },
  },
})

local sheep = drover.kind("sheep", {
  initial = "grazing",
  interrupts = { { when.sees "wolf", function() return "fleeing" end } },
  states = {
    grazing = { step = function(self) end },
    fleeing = tree.action(function(self)
      local v = 1
      return "running"
    end),
  },
})

return drover.scenario {
  kinds = { wolf, sheep },
  setup = function(world)
    world:spawn "sheep"
    world:spawn("wolf", { x = 90 })
  end,
}
