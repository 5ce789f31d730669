local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local t = { print }
    for _ = 1, 60 do
      t = { t, t, t }
    end
    world.memory.t = { 1, { t } }
  end,
}
