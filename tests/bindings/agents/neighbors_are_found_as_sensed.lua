local drover = require "drover"

local a = drover.kind("a", {
  sight = { range = 6, angle = math.pi },
  step = function(self)
    if self.id ~= 2 or self.world.tick > 1 then return end
    local t = {}
    for other, d in self:neighbors("a", 9) do
      t[#t + 1] = tostring(other) .. d
    end
    print(table.concat(t, " "), self:count("a", 9), self:nearest("a", 9))
    t = {}
    for other, d in self:seen "a" do
      t[#t + 1] = tostring(other) .. d
    end
    print(table.concat(t, " "), self:sees "a", self:sees(), self:sees(nil))
    for _, other in pairs { self:sees "a" } do
      other.x = 50
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _, x in ipairs { -2, 0, 3, 5, 8 } do
      world:spawn("a", { x = x })
    end
  end,
}
