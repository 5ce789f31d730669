local drover = require "drover"

drover.group("pack", {
  elect = function(group)
    print("elect", group.world.tick, #group)
    local best
    for m in group:members() do
      if not best or m.age > best.age then best = m end
    end
    return best
  end,
})

local a = drover.kind("a", {
  memory = { age = 0 },
  step = function(self)
    if self.id == 1 and self.group then print(self.world.tick, self.group.leader) end
    if self.id == 3 and self.world.tick == 1 then return self:remove() end
    if self.id == 4 and self.world.tick == 3 then self.group = nil end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local p = world:new_group "pack"
    for i = 1, 4 do
      world:spawn("a", { group = p, age = i == 3 and 9 or i })
    end
    print(p.leader)
    world:new_group "pack"
  end,
  update = function(world)
    if world.tick == 5 then
      for s in world:agents() do
        s.group = nil
      end
    end
  end,
}
