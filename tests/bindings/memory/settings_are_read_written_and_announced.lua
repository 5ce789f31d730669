local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  settings = {
    drover.slider("pace", 2, { min = 1, max = 5 }),
    drover.toggle("mist", false),
    drover.choice("way", "left", { "left", "right" }),
  },
  setting = function(world, name, value) print(name, value, world.settings[name]) end,
  setup = function(world, settings)
    print(settings.pace, settings.mist, settings.way, settings == world.settings)
    settings.pace, settings.mist, settings.way = 3, true, "right"
    print(settings.pace, settings.mist, settings.way)
    print(pcall(function() settings.pace = 9 end))
    print(pcall(function() settings.pace = "4" end))
    print(pcall(function() settings.mist = 1 end))
    print(pcall(function() settings.way = "rihgt" end))
    print(pcall(function() settings.pacee = 1 end))
  end,
}
