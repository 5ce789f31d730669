local drover = require "drover"

local model = drover.model {
  attributes = { aware = 0.5, fatigue = 0, rushed = 0 },
  parameters = { pace = { min = 0.4, max = 2.4, default = 1.3 } },
  effects = {
    { "aware", "notice", range = { 0.1, 0.9 } },
    { "fatigue", "pace", range = { 0, 0.4 }, inverse = true },
    { "rushed", "pace", range = { 0.55, 1 } },
  },
}

local a = drover.kind("a", { model = model, body = { max_speed = "pace" } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local function tell(s) print(s.aware, s.notice, s.pace, s.max_speed) end
    local s = world:spawn "a"
    tell(s)
    s.aware = 1
    s.rushed = 1
    tell(s)
    s:set("fatigue", 1)
    print(s:get "fatigue", s.pace)
    s.aware, s.rushed, s.fatigue = nil, nil, 0
    tell(s)
    tell(world:spawn("a", { aware = 0.1, rushed = 0.1 }))
    for _, wrong in ipairs { 1.5, -0.1, 0 / 0, "1" } do
      print(select(2, pcall(function() s.aware = wrong end)))
    end
    print(select(2, pcall(function() s.pace = 1 end)))
    print(select(2, pcall(world.spawn, world, "a", { pace = 1 })))
    print(world:count "a")
  end,
}
