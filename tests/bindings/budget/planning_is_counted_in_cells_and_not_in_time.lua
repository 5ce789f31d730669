-- A goal that is walled in on a map of four million cells: laid in no time, but for its cells.

local drover = require "drover"

local idle = drover.kind("idle", {})
drover.group("herd", {})

return drover.scenario {
  kinds = { idle },
  setup = function(world)
    world:obstacle { box = { x = 0, y = 0, w = 3, d = 3 } }
    local function plan()
      return world:plan(
        { -9, 0 },
        { 9, 0 },
        { resolution = 0.01, boundary = { min = { -10, -10 }, max = { 10, 10 } }, clearance = 0 }
      )
    end
    for _ = 1, 3 do
      assert(plan())
    end
  end,
}
