local drover = require "drover"
local vec = drover.vec

drover.group("g", {})

local a = drover.kind("a", {
  slots = {
    who = "agent",
    at = "point",
    way = "vector",
    pace = "number",
    rock = "obstacle",
    pack = "group",
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s, o, g =
      world:spawn("a", { x = 4 }),
      world:obstacle { sphere = { x = 30, y = 0, radius = 1 } },
      world:new_group "g"
    local values = { s, o, g, 3, "x", true, vec(1, 2), { 5, 6 }, drover.none }
    for _, slot in ipairs { "who", "at", "way", "pace", "rock", "pack" } do
      local t = {}
      for i, value in ipairs(values) do
        s[slot] = nil
        local ok = pcall(function() s[slot] = value end)
        t[i] = ok and tostring(s[slot]) or "-"
      end
      print(slot, table.concat(t, " "))
    end
    print(pcall(function() s.pack = s end))
    print(pcall(function() s.at = "x" end))
    print(pcall(function() s.rock = g end))
  end,
}
