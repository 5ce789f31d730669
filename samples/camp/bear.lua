-- The bear comes to the camp now and then. A fire keeps it off.

local drover = require "drover"
local camp = require "camp"
local steer, blend, when = drover.steer, drover.blend, drover.when

local RESPECT = 8 -- meters that it keeps from a fire
local dodge = steer.obstacle_avoidance {}

local function turns_back(self)
  if camp.burns(self.world) then return "leaving" end
end

return drover.kind("bear", {
  body = { mass = 250, radius = 0.6, max_speed = 3, max_force = 900, solid = "agents" },
  look = { shape = "hoofed", size = 2.6, color = "#4a3222" },
  slots = { camp = "point", den = "point" },
  init = function(self) self.camp, self.den = camp.FIRE, camp.DEN end,

  initial = "coming",
  states = {
    sleeping = {
      steer = steer.target_speed { speed = 0 },
      on = { { when.after(drover.setting "sleep"), "coming" } },
    },
    coming = {
      speed = 2,
      steer = blend.priority { dodge, steer.seek { target = "camp" } },
      on = { { when.near("camp", RESPECT), turns_back }, { when.near("camp", 3), "sniffing" } },
    },
    sniffing = {
      speed = 1.5,
      steer = blend.priority { dodge, steer.containment {}, steer.wander {} },
      on = { { when.near("camp", RESPECT), turns_back }, { when.after(10), "leaving" } },
    },
    leaving = {
      speed = 2.4,
      steer = blend.priority { dodge, steer.arrival { target = "den" } },
      on = { { when.near("den", 1.5), "sleeping" } },
    },
  },
})
