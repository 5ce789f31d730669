--[[top]]
-- A sheep grazes or flees; a wolf has no states.
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when
local helper = require "helper"

local function pace(self) --[[pace]] end
local far = 3

local sheep = drover.kind("sheep", {
  initial = "grazing",
  look = { color = "tan" },
  states = {
    grazing = {
      steer = blend.weighted { { steer.wander {}, 1 } },
      on = { { when.sees("wolf", { within = 30 }), "fleeing" } },
    },
    fleeing = {
      step = function(self)
        helper.note(self, far)
        --[[flee]]
      end,
    },
  },
})

local wolf = drover.kind("wolf", {
  step = function(self) pace(self) end,
  steer = steer.custom(function(self) return 1, 0, 0 end),
  body = { max_speed = 5 },
})

return drover.scenario {
  kinds = { sheep, wolf },
  update = function(world) --[[update]] end,
  setup = function(world)
    world:spawn "sheep"
    world:spawn("wolf", { x = 90 })
  end,
}
