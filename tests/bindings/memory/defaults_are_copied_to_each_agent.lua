local drover = require "drover"
local vec = drover.vec

local bag = { 1, 2, inner = { deep = "x" } }
bag.self = bag

local a = drover.kind("a", {
  memory = { n = 5, name = drover.none, bag = bag, also = bag, at = vec(1, 2), yes = true },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s, t = world:spawn("a", {}), world:spawn("a", { n = 6, bag = { 9 } })
    s.bag[1] = "mine"
    s.bag.inner.deep = "y"
    local u = world:spawn("a", {})
    print(s.n, s.name, s.bag[1], s.bag.inner.deep, s.bag.self == s.bag, s.at, s.yes)
    print(t.n, t.bag[1], t.also[1], u.bag[1], u.bag.inner.deep, bag[1])
    print(s.bag == s.also, u.bag == u.also, u.bag.self == u.bag)
    s.name = "sue"
    print(s.name, u.name)
    s.name = drover.none
    print(s.name)
    s.n = nil
    print(s.n)
  end,
}
