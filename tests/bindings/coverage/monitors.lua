local drover = require "drover"
local when = drover.when

-- A kind with monitors has its steps and choices called by the engine's Lua.
local a = drover.kind("a", {
  initial = "x",
  step = function(self)
    if self.world.time >= 2 then self.world.memory.n = 1 end
  end,
  interrupts = {
    {
      when.after(2),
      function(self)
        local of_kind = 1
      end,
    },
  },
  states = {
    x = {
      on = {
        {
          when.after(2),
          function(self)
            local of_state = 1
          end,
        },
      },
    },
    y = {},
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
}
