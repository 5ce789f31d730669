local drover = require "drover"

return drover.scenario {
  kinds = require "kinds",
  setup = function(world)
    local s = world:spawn("a", {})
    local before = s.mass
    s.mass = 9
    s.color = "red"
    s.label = "x"
    s.n = 5
    s.prey = s
    s:remove()
    local t = world:spawn("a", {})
    print(t.id, t.mass == before, t.color ~= "#ff0000ff", t.label, t.n, t.prey, t == s)
  end,
}
