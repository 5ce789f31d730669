-- Homer on the way home from the bar. On the way, somebody he would like to sit with is on a bench, if only he would
-- notice.

local drover = require "drover"
local people = require "people"
local when, schema = drover.when, drover.schema

return drover.kind("homer", {
  model = people.model,
  body = people.body,
  sight = people.sight,
  look = { shape = "person", size = 1.2, color = "gold" },
  slots = { home = "point", tempo = "number", company = "agent" },
  memory = { trail = {}, noticed = 0 },
  reflexes = people.reflexes,
  draw = people.draw,

  step = function(self)
    people.keep_tempo(self)
    people.note(self)
  end,

  on = { { when.hears "come", "fetched" } }, -- whatever he is doing

  initial = "going_home",
  states = {
    -- Seeing is not noticing: that is a matter of chance, and of how aware he is.
    going_home = schema.path {
      target = "home",
      clearance = 0.6,
      on = { { when.sees("sitter", { within = 8, as = "company" }) & when.chance("notice"), "going_to_bench" } },
      done = "at_home",
    },
    going_to_bench = schema.attraction {
      target = "company",
      distance = 1,
      enter = function(self) self.noticed = self.noticed + 1 end,
      done = "sitting",
      failed = "going_home",
    },
    sitting = { speed = 0 },
    fetched = schema.turning { target = people.CORNER, done = "led_home" },
    led_home = schema.path { target = "home", clearance = 0.6, done = "at_home" },
    at_home = { speed = 0 },
  },
})
