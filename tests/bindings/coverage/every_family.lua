local drover = require "drover"
local when = drover.when

drover.group("pack", {
  elect = function(group)
    local v = 1
  end,
})

local a = drover.kind("a", {
  initial = "x",
  step = function()
    local v = 1
  end,
  draw = function() return 1 end,
  migrate = function() return 1 end,
  on = {
    {
      when.after(0.05),
      function()
        local v = 1
      end,
    },
  },
  states = {
    x = {
      leave = function()
        local v = 1
      end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  monitors = { m = function() return 1 end },
  setting = function() return 1 end,
  on_reload = function() return 1 end,
  setup = function(world) world:spawn("a", {}) end,
  mousepressed = function() return 1 end,
}
