-- A traffic light: an agent that stays put and changes state by the clock.

local drover = require "drover"

-- Seconds. A car that can't stop at amber is within 21 m of the line (car.lua: from 10 m/s) and takes little more than
-- 3 s to reach it, even when slowing down for a bend. While the intersection clears, everyone has red.
local GREEN, AMBER, CLEAR = 9, 4, 2
local TURN = GREEN + AMBER + CLEAR -- then it is the other street's

local function now(self)
  local time = (self.world.time + self.street * TURN) % (2 * TURN)
  return time < GREEN and "green" or time < GREEN + AMBER and "amber" or "red"
end

local function shows(color, rim)
  return {
    color = rim or color,
    enter = function(self) self.color = color end,
    step = now,
  }
end

return drover.kind("light", {
  body = { locomotion = "fixed", radius = 0.6 },
  look = { shape = "disc", size = 1.6 },
  memory = { street = 0 }, -- 0: for cars going east and west, 1: north and south
  initial = "red",
  states = { red = shows("crimson", "#f04030"), amber = shows "orange", green = shows "lightgreen" },
})
