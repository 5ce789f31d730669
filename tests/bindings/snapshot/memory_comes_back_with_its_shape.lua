local drover = require "drover"
local vec = drover.vec

drover.group("g", { memory = { list = {} } })

local a = drover.kind("a", {
  memory = { t = {}, u = {} },
  step = function(self)
    local t, m = self.t, self.world.memory
    if self.id ~= 1 then return end
    print(
      t.me == t,
      t.u == self.u,
      t.list[1] == t.list[2],
      m.t == t,
      t.other,
      t.other.t == m.other,
      t[t.other],
      t[true],
      t[-3],
      t.v,
      t.f,
      t.i,
      t.s,
      t.gone.alive,
      math.type(t.i),
      math.type(t.f),
      t.group.list[1] == self,
      self.label,
      t.e ~= nil
    )
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s, o, x = world:spawn("a", {}), world:spawn("a", {}), world:spawn("a", {})
    local t, leaf = s.t, {}
    t.me, t.u, t.list = t, s.u, { leaf, leaf }
    t.other, t[o], t[true], t[-3], t.v, t.f, t.i, t.s =
      o, "of", "yes", "minus", vec(1, 2, 3), 0.1, math.mininteger, "a\0b\n\xff"
    t.gone, t.e, t.inf, t.nan = x, {}, -math.huge, 0 / 0
    x:remove()
    s.group = world:new_group "g"
    t.group = s.group
    s.group.list[1] = s
    s.label = "me"
    world.memory.t, world.memory.other = t, o.t
  end,
}
