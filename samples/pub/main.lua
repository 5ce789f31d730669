-- A pub crawl: one script (guest.lua), different people (people.lua). Some are in a hurry, some carry something heavy,
-- and all of them drink.

local drover = require "drover"
local street = require "street"

-- What they are like when they leave home.
local WHO = {
  { color = "white" },
  { color = "tomato", rushed = 0.8 },
  { color = "tan", laden = 0.9 },
}

local function mean(world, measure)
  local sum, count = 0, 0
  for each in world:agents("guest") do
    sum, count = sum + measure(each), count + 1
  end
  return count > 0 and sum / count or 0
end

return drover.scenario {
  name = "pub",
  title = "Pub crawl",
  theme = "street",
  kinds = { require "guest" },
  bounds = {
    min = { -street.LENGTH / 2, -street.WIDTH / 2 }, max = { street.LENGTH / 2, street.WIDTH / 2 }, edge = "contain",
  },

  settings = {
    drover.slider("strength", 0.2, { min = 0, max = 0.5, title = "how drunk a glass makes" }),
    drover.slider("guests", 9, { min = 1, max = 40, step = 1, restart = true }),
  },

  monitors = {
    drunk = function(world) return mean(world, function(each) return each.drunk end) end,
    fatigue = function(world) return mean(world, function(each) return each.fatigue end) end,
    resting = function(world)
      return mean(world, function(each) return each.utility.turn == "resting" and 1 or 0 end)
    end,
    asleep = function(world) return mean(world, function(each) return each.state == "asleep" and 1 or 0 end) end,
  },
  plots = {
    { title = "of all guests, on average", "drunk", "fatigue", "resting", "asleep" },
  },

  setup = function(world, settings)
    street.build(world)
    for i = 1, settings.guests do
      local who, home = WHO[(i - 1) % #WHO + 1], street.home(world, i, settings.guests)
      local guest =
        world:spawn("guest", { x = home.x, y = home.y, home = home, rushed = who.rushed, laden = who.laden })
      guest.color = who.color
    end
  end,

  draw = street.draw,
}
