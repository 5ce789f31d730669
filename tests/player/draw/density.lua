-- Still agents, where a test puts them. Those of the second kind show their state.

local drover = require "drover"

local body = { locomotion = "fixed", solid = false }
local grain = drover.kind("grain", { body = body, look = { size = 1, color = "#406080" } })
local mote = drover.kind("mote", {
  body = body, look = { size = 1, color = "white" }, initial = "warm",
  states = { warm = { color = "#c02000" }, cold = {} },
})

return drover.scenario {
  kinds = { grain, mote },
  bounds = { min = { -150, -150 }, max = { 150, 150 }, edge = "open" },
  setup = function(world)
    world.visibility = math.huge -- clear air
    --[[setup]]
  end,
}
