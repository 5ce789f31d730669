-- What the scenario hears of keys and buttons.
local drover = require "drover"
local a = drover.kind("a", { steer = drover.steer.wander {} })
local heard = { pressed = 0, released = 0, clicks = 0 }

return drover.scenario {
  kinds = { a },
  monitors = {
    pressed = function() return heard.pressed end,
    released = function() return heard.released end,
    clicks = function() return heard.clicks end,
  },
  setup = function(world) world:scatter("a", 10) end,
  keypressed = function(_, key) if key == "x" then heard.pressed = heard.pressed + 1 end end,
  keyreleased = function(_, key) if key == "x" then heard.released = heard.released + 1 end end,
  mousereleased = function() heard.clicks = heard.clicks + 1 end,
}
