local drover = require "drover"

local a = drover.kind("a", {
  slots = { at = "point", n = "number" },
  memory = { k = 1, old = 2 },
  initial = "one",
  states = { one = {}, two = {}, three = {} },
})

return drover.scenario {
  kinds = { a },
  settings = { drover.slider("s", 1, { max = 9 }), drover.toggle("t", true) },
  setup = function(world)
    world:spawn("a", { state = "two", k = 7, n = 5, at = { 1, 2 } })
    world:spawn("a", { state = "three" })
    world.settings.s = 8
  end,
}
