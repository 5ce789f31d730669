-- Bodies alone: point masses that nothing steers and that look at nobody. For instructions.sh.
local drover = require "drover"
local agents = require "agents"
local side = require("density").side_of_square(agents)

local moth = drover.kind("moth", {
  body = { mass = 1, radius = 0.5, max_speed = 9, max_force = 27 },
})

return drover.scenario {
  title = "Bodies alone",
  kinds = { moth },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  setup = function(world) world:scatter("moth", agents, { speed = 9 }) end,
}
