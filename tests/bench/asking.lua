-- What a question costs from Lua: every agent asks one in every tick, or none. Nobody moves, so that answers are as
-- large at the end as at the beginning.
local drover = require "drover"
local agents = require "agents"
local side = require("density").side_of_square(agents)

local REACH = 9 -- meters, within which there are 20 others
local POLES = 0.05 -- for each agent

local ask = {
  nothing = function() end,
  neighbors = function(self) return self.world:neighbors(self, REACH) end,
  ray = function(self) return self:ray(self.forward, 5 * REACH) end,
}

local asker = drover.kind("asker", {
  body = { locomotion = "fixed", radius = 0.5 },
  step = function(self) ask[self.world.settings.question](self) end,
})

return drover.scenario {
  title = "Questions",
  kinds = { asker },
  bounds = { min = { 0, 0 }, max = { side, side }, edge = "wrap" },
  settings = { drover.choice("question", "ray", { "nothing", "neighbors", "ray" }) },
  setup = function(world)
    for _ = 1, POLES * agents do
      world:obstacle { sphere = { x = side * world:random(), y = side * world:random(), radius = 0.5 } }
    end
    for _ = 1, agents do
      local x, y = side * world:random(), side * world:random()
      world:spawn(asker, { x = x, y = y, heading = 2 * math.pi * world:random() })
    end
  end,
}
