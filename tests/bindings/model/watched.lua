local drover = require "drover"

local model = drover.model {
  attributes = { aware = 0.1, model_age = 1 },
  effects = { { "aware", "notice", range = { 0.25, 0.5 } } },
}

local a = drover.kind("a", { model = model })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    world:spawn("a", { aware = 1 })
    world:spawn("a", {})
  end,
  update = function(world)
    for s in world:agents() do
      print(s.aware, s.notice, s.model_age)
    end
  end,
}
