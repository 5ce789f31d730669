-- Somebody called her from the bar. She knows what Homer is like, and hurries to meet him.

local drover = require "drover"
local people = require "people"
local when, schema = drover.when, drover.schema

return drover.kind("partner", {
  model = people.model,
  body = people.body,
  sight = people.sight,
  look = { shape = "person", size = 1.2, color = "skyblue" },
  slots = { home = "point", tempo = "number", bar = "point", him = "agent" },
  memory = { trail = {} },
  reflexes = people.reflexes,
  draw = people.draw,

  step = function(self)
    people.keep_tempo(self)
    if self.state == "going_home" and self.him then self.tempo = self.him.tempo end -- at his pace
    people.note(self)
  end,

  initial = "at_the_telephone",
  states = {
    at_the_telephone = { speed = 0, on = { { when.after(10), "going_to_bar" } } },
    -- One goal, until something better comes into view.
    going_to_bar = schema.path {
      target = "bar",
      clearance = 0.6,
      on = { { when.sees("homer", { as = "him" }), "going_to_homer" } },
      done = "going_to_bar",
    },
    going_to_homer = schema.locomotion { target = "him", done = "fetching" },
    fetching = schema.turning {
      target = people.CORNER,
      enter = function(self) self:emit("come", 3) end,
      done = "going_home",
    },
    going_home = schema.path { target = "home", clearance = 0.6, done = "at_home" },
    at_home = { speed = 0 },
  },
})
