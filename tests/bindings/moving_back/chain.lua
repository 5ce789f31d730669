local drover = require "drover"

local function kinds(names)
  local all = {}
  for i, name in ipairs(names) do
    all[i] = drover.kind(name, {})
  end
  return all
end

return drover.scenario {
  kinds = kinds { "a", "b", "c" },
  removed = {},
  setup = function(world)
    world:spawn "a"
    world:spawn "b"
    world:spawn "c"
  end,
}
