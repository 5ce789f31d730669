-- @example tick
local drover = require "drover"
local steer, when = drover.steer, drover.when

local function say(text) print(text) end

local agent = drover.kind("agent", {
  init = function() say "  init" end,
  on = { { when.every(0.01), function() say "  guard of the kind" end } },
  step = function() say "  step of the kind" end,
  initial = "one",
  states = {
    one = {
      enter = function() say "  enter one" end,
      on = { { when.after(0.02), "two" } },
      step = function() say "  step of one" end,
      leave = function() say "  leave one" end,
    },
    two = {
      enter = function() say "  enter two" end,
      step = function() say "  step of two" end,
    },
  },
  steer = steer.custom(function() say "  steer.custom" return 0, 0 end),
})

return drover.scenario {
  kinds = { agent },
  setup = function(world)
    say "setup"
    world:spawn("agent")
  end,
  update = function(world) say("tick " .. world.tick .. ": update") end,
}
-- @end
