local drover = require "drover"

-- The tick from which on each callback fails.
local at = { update = 3, monitor = 4, draw = 5, kind_draw = 5, timer = 6, step = 7 }

local function fail_from(tick, world, message)
  if world.tick >= tick then
    error(message)
  end
end

return drover.scenario {
  kinds = {
    drover.kind("a", {
      step = function(self)
        if self.id <= 2 and self.world.tick >= at.step then
          error("step")
        end
      end,
      draw = function(self)
        fail_from(at.kind_draw, self.world, "kind_draw")
      end,
    }),
  },
  setup = function(world)
    world:after(1 / 60, "bell")
    for i = 1, 5 do
      world:spawn("a", { x = 3 * i, y = 0 })
    end
  end,
  timers = {
    bell = function(world)
      fail_from(at.timer, world, "timer")
      world:after(1 / 60, "bell")
    end,
  },
  update = function(world)
    fail_from(at.update, world, "update")
  end,
  draw = function(world)
    fail_from(at.draw, world, "draw")
  end,
  monitors = {
    herd = function(world)
      fail_from(at.monitor, world, "monitor")
      return 1
    end,
  },
}
