local drover = require "drover"
local a = drover.kind("a", { memory = { bag = {}, flag = true, name = "Ann" } })
return drover.scenario {
  kinds = { a },
  setup = function(world)
    local agent = world:spawn("a", { x = 1, y = 2 })
    local long = {}
    for i = 1, 50 do long[i] = i end
    agent.bag = { 1.5, ['a "b'] = "x", [true] = 3, deep = { n = 2, 7 }, long = long, none = {}, two = "a\nb" }
    agent.bag["end"] = 1
    agent.bag.deep.up = agent.bag
  end,
}
