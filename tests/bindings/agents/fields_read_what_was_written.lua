local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    local s = world:spawn("a", { x = 1, y = 2, heading = math.pi / 2, speed = 3 })
    print(s.x, s.y, s.z, math.abs(s.vx) < 1e-6, s.vy, s.vz, s.speed, s.id, s.kind, s.state)
    print(string.format("%.4f", s.heading), s.alive, s.world == world, s.group, s.label)
    s.x, s.y, s.vx, s.vy = 5, 6, 0, -4
    print(s.x, s.y, s.vx, s.vy, s.speed, string.format("%.4f", s.heading))
    s.heading = 0
    print(s.vx, s.vy)
    s:halt()
    print(s.speed, s.heading)
    s.label = "hi"
    print(s.label)
    s.label = nil
    print(s.label)
    s.color = "red"
    print(s.color)
    s.color = "#01020304"
    print(s.color)
    s.color = nil
    print(s.position, s.velocity, s.forward)
  end,
}
