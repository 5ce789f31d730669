local drover = require "drover"

local function default() return { x = 0, inner = { a = 1 } } end

drover.group("g", { memory = { t = default() } })

local a = drover.kind("a", {
  memory = { t = default(), u = 1, had = 0 },
  step = function(self) self.had = self.group.t.y or 0 end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local group = world:new_group "g"
    for i = 1, 2 do
      world:spawn("a", { group = group }).t.x = i
    end
  end,
}
