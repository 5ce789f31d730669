local drover = require "drover"
local steer, blend = drover.steer, drover.blend

-- @example settings, drover, setting, setting_declaration
local fish = drover.kind("fish", {
  memory = { name = drover.none },
  steer = blend.weighted {
    -- follows the slider at once
    { steer.cohesion { kind = "fish" }, drover.setting "sociable" },
    { steer.arrival { target = drover.mouse }, 2 },
    steer.wander {},
  },
})

return drover.scenario {
  kinds = { fish },
  settings = { -- in the window, and --set fish=50 --set mode=wild
    drover.slider("fish", 30, {
      min = 1, max = 500, step = 1, restart = true, title = "how many",
    }),
    drover.slider("sociable", 1, { min = 0, max = 3 }),
    drover.toggle("mist", false, { title = "mist" }),
    drover.choice("mode", "calm", { "calm", "wild", title = "mood" }),
    drover.button("Feed", function(world) -- or the command: press Feed
      world:scatter("fish", 5)
    end),
  },
  setup = function(world, settings)
    world:scatter("fish", settings.fish)
  end,
  setting = function(world, name, value) -- somebody changed one
    if name == "mist" then world.visibility = value and 10 or math.huge end
  end,
  update = function(world)
    if world.settings.mode == "wild" and world.tick % 60 == 0 then
      world.settings.sociable = 0
    end
  end,
}
-- @end
