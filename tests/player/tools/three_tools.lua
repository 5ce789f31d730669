local drover = require "drover"

local a = drover.kind("a", {})

local function f() end

return drover.scenario {
  kinds = { a },
  tools = {
    wind = { key = "w", mousemoved = f },
    zoom = { key = "z", wheelmoved = f },
    mute = {},
  },
}
