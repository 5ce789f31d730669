local drover = require "drover"

local a = drover.kind("a", {
  slots = { friend = "agent", place = "point" },
  step = function(self)
    if self.world.tick < 1 then return end
    if self.id == 1 then
      self.place = self.friend
      self.friend:remove()
    end
    print(
      self.id,
      self.friend,
      self:sees(),
      self:count("a", 99),
      self.world:count(),
      self.world:nearest("a", 3, 0, 0, 0.5),
      self:get "friend"
    )
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local one, two, three =
      world:spawn("a", { x = 1 }), world:spawn("a", { x = 2 }), world:spawn("a", { x = 3 })
    one.friend, two.friend, three.friend = three, three, three
  end,
}
