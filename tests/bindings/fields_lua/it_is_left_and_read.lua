local drover = require "drover"

local scent = drover.field("scent", { cell = 2, max = 4 })
local ant = drover.kind("ant", {
  step = function(self)
    local field = self.world:field(scent)
    field:add(self.x, self.y, 1.5)
    print(string.format("%s reads %.2f", self, field:at(self)))
  end,
})

return drover.scenario {
  kinds = { ant },
  bounds = { min = { -10, -10 }, max = { 10, 10 } },
  setup = function(world)
    local field = world:field("scent")
    print(field, field.name, field.max, field.alive, field == world:field(scent))
    field:set(-9, -9, 1)
    field:add({ 9, 9 }, 2, 1)
    print(string.format("%.2f %.2f %.2f", field:at(-9, -9), field:total(), field:at(99, 0)))
    print(string.format("%.1f %.1f %.2f", field:highest()))
    print(string.format("%.2f %.2f", field:gradient(7, 9)))
    local corner = world:region { shape = { box = { x = -8, y = -8, w = 4, d = 4 } } }
    print(string.format("%.2f", field:total(corner)))
    field:fill(0)
    world:spawn("ant", { x = 1, y = 1 })
    world:spawn("ant", { x = 1, y = 1 })
    for _, call in ipairs {
      function() world:field("sent") end,
      function() world:field(3) end,
      function() field:add(0, 0, 0 / 0) end,
      function() field:add(0, 0, 1, -1) end,
      function() field:at("here") end,
      function() field:at { 1, 2, foo = 3 } end,
      function() field:add({ x = 1, y = 2, colour = "red" }, 1) end,
      function() field.max = 3 end,
      function() field:add(0, 0) end,
    } do
      print(select(2, pcall(call)))
    end
  end,
}
