local drover = require "drover"

local moth = drover.kind("moth", {
  timers = {
    wake = function(self, data)
      print(self.world.tick, self, "wake", data.why, data.by, data == data.me)
      if data.why == "first" then self:after(0.2, "wake", data) end
      data.why = "again"
    end,
    rest = function(self, data) print(self.world.tick, self, "rest", data) end,
  },
})

return drover.scenario {
  kinds = { moth },
  tick_rate = 10,
  timers = {
    dawn = function(world, data) print(world.tick, "dawn", data, world.time) end,
  },
  update = function(world)
    if world.tick == 3 then print "update" end
  end,
  setup = function(world)
    local a, b = world:spawn("moth", {}), world:spawn("moth", {})
    local data = { why = "first", by = a }
    data.me = data
    b:after(0.3, "wake", data)
    data.why = "changed"
    world:after(0.3, "dawn", drover.vec(1, 2))
    a:after(0.3, "rest")
    a:after(0.25, "rest", drover.none)
    world:after(0, "dawn", "soon")
    a:after(0.1, "rest", "cancelled")
    a:after(9, "rest", "cancelled")
    b:after(0.4, "rest", "kept")
    print(a:cancel "rest", a:cancel "rest", b:cancel "wake", world:cancel "dawn")
    data.why = "first"
    b:after(0.3, "wake", data)
    world:after(0.3, "dawn", drover.vec(1, 2))
    a:after(0.3, "rest")
    world:after(0, "dawn", "soon")
  end,
}
