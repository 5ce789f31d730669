local drover = require "drover"

local function default() return { x = 0, gone = 1, inner = { a = 1 } } end

drover.group("g", { memory = { t = default() } })

local a = drover.kind("a", { memory = { t = default(), u = 1 } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local group = world:new_group "g"
    for i = 1, 2 do
      local one = world:spawn("a", { group = group })
      one.t.x = i
      one.t.gone = nil
      world.memory.same = one.t
    end
  end,
  update = function(world) world.memory.y = world.memory.same.y end,
}
