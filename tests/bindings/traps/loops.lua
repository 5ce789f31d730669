local drover = require "drover"

local a = drover.kind("a", {})

drover.group("herd", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local herd = world:new_group "herd"
    local one = world:spawn("a", { group = herd })
    for _, _ in ipairs { one, herd } do end
  end,
}
