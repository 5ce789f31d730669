local drover = require "drover"

local hare = drover.kind("hare", { body = { locomotion = "fixed" } })

local fox = drover.kind("fox", {
  sight = { range = 20, uncertainty = "vague", drift = 0 },
  slots = { prey = "agent", den = "point", vague = "number" },
  memory = { was = 0 },
  step = function(self)
    local world = self.world
    if world.tick == 1 then
      print(self:supposed "prey")
      self.prey = world:nearest("hare", 0, 0)
      print(self:supposed "prey")
    end
    if world.tick == 2 then self.prey = world:nearest("hare", 50, 0) end
    local x, y, z, sure = self:supposed "prey"
    if world.tick == 2 then
      self.was = { x, y }
      print(string.format("%.4f", (x - 40) ^ 2 + y ^ 2), z, sure)
    end
    if world.tick == 3 then
      print(x == self.was[1], y == self.was[2], sure)
      self.vague = nil
      print(self:supposed "prey")
    end
  end,
})

return drover.scenario {
  kinds = { hare, fox },
  setup = function(world)
    world:spawn("hare", { x = 5 })
    world:spawn("hare", { x = 40 })
    local f = world:spawn("fox", { vague = 3 })
    print(select(2, pcall(f.supposed, f, "den")))
    print(select(2, pcall(f.supposed, f, "pray")))
  end,
}
