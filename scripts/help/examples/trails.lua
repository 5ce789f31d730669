local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- @example trails
drover.terrain("nest", { color = "sienna" }) -- a mark below the agents
local trail = drover.flow("trail", { resolution = 1 })
local crumb = drover.kind("crumb", {
  body = { locomotion = "fixed", radius = 0.3 },
  look = { shape = "disc", color = "gold" },
})
local ant = drover.kind("ant", {
  body = { max_speed = 3 },
  sight = { range = 5 },
  slots = { found = "agent", nest = "point", trail = "flow" },
  initial = "searching",
  states = {
    searching = {
      steer = blend.sum {
        steer.wander {},
        steer.flow_following { flow = "trail" },
        steer.containment {},
      },
      on = {
        { when.sees("crumb", { as = "found" }), "fetching" },
      },
    },
    fetching = {
      steer = steer.seek { target = "found" },
      on = {
        { ~when.has("found"), "searching" },
        {
          when.near("found", 0.5),
          function(self)
            -- another ant got it first, in this very tick
            if not self.found then return "searching" end
            self.found:remove()
            return "carrying"
          end,
        },
      },
    },
    carrying = {
      steer = steer.seek { target = "nest" },
      think = 6, -- ten times a second is enough
      step = function(self) -- leaves a trail that leads back
        self.trail:paint(self.x, self.y, 2, -self.vx, -self.vy, 0.3)
      end,
      on = { { when.near("nest", 1), "searching" } },
    },
  },
})

local function setup(world)
  world.memory.trail = world:flow(trail)
  world:region {
    shape = { sphere = { x = 0, y = 0, radius = 2 } }, terrain = "nest",
  }
  world:scatter("crumb", 100)
  world:scatter("ant", 30, { nest = { 0, 0 }, trail = world.memory.trail })
end

local function update(world) -- once a second, the trail fades by 5 %
  if world.tick % 60 == 0 then
    -- a brush so wide that it has the same strength everywhere
    world.memory.trail:paint(0, 0, 1000, 0, 0, 0.05)
  end
end
-- @end

return drover.scenario {
  kinds = { ant, crumb },
  setup = setup,
  update = update,
}
