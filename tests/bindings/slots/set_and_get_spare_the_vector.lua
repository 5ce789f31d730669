local drover = require "drover"
local vec = drover.vec

local a = drover.kind("a", { slots = { who = "agent", at = "point", pace = "number" } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", { at = { 7, 8 }, pace = 2 })
    print(s:get "at")
    s:set("at", 1, 2, 3)
    print(s:get "at")
    s:set("at", 4, 5)
    print(s:get "at")
    s:set("at", vec(6, 7))
    print(s:get "at")
    s:set("at", nil)
    print(s:get "at", s.at)
    s:set("who", s)
    print(s:get "who", s:get "pace")
    s:set("pace", 5)
    print(s.pace)
    print(pcall(s.set, s, "what", 1))
    print(pcall(s.get, s, "what"))
    print(pcall(s.set, s, "at", 0 / 0, 1))
    print(pcall(s.set, s, "pace", math.huge))
    print(pcall(s.set, s, "at", 1))
  end,
}
