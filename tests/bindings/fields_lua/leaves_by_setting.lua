local drover = require "drover"

drover.field("scent", { cell = 1, max = 100 })

drover.kind("ant", { body = { locomotion = "fixed" }, leaves = { scent = drover.setting "rate" } })

return drover.scenario {
  kinds = { "ant" },
  tick_rate = 10,
  bounds = { min = { 0, 0 }, max = { 20, 10 } },
  settings = { drover.slider("rate", 1, { min = -20, max = 20 }) },
  setup = function(world)
    world:spawn("ant", { x = 0.5, y = 0.5 })
    world:spawn("ant", { x = 5.5, y = 0.5 })
  end,
}
