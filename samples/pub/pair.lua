-- A sober one and a drunk walk from one line to another, thirty meters away. Only people.lua sets them apart.

local drover = require "drover"
local people = require "people"

local FROM, TO, APART = -15, 15, 6 -- meters

local walker = drover.kind("walker", {
  model = people.model,
  body = people.body,
  reflexes = people.reflexes,
  look = { shape = "person", size = 0.7 },
  slots = people.slots,
  speed = "tempo",
  steer = people.walk "walker",
  step = people.keep_tempo,
})

return drover.scenario {
  name = "pair",
  title = "A sober one and a drunk",
  kinds = { walker },
  bounds = { min = { -20, -12 }, max = { 20, 12 }, edge = "contain" },
  settings = { drover.slider("drunk", 0.8, { min = 0, max = 1, restart = true }) },

  setup = function(world, settings)
    for i, drunk in ipairs { 0, settings.drunk } do
      local y = (2 * i - 3) * APART
      local each = world:spawn(walker, { x = FROM, y = y, drunk = drunk })
      each.color = drunk > 0 and "gold" or "white"
      people.go(each, { x = TO, y = y })
    end
  end,
}
