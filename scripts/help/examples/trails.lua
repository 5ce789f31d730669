local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- @example trails
drover.terrain("nest", { color = "sienna" }) -- a mark below the agents
drover.field("scent", {
  cell = 0.5, evaporation = 0.1, diffusion = 0.02, max = 5,
  color = "orange",
})
local crumb = drover.kind("crumb", {
  body = { locomotion = "fixed", radius = 0.3 },
  look = { shape = "disc", color = "gold" },
})
local ant = drover.kind("ant", {
  body = { max_speed = 3 },
  sight = { range = 2 },
  slots = { found = "agent", nest = "point" },
  initial = "searching",
  states = {
    searching = {
      steer = blend.sum { steer.noise_wander {}, steer.containment {} },
      on = {
        { when.sees("crumb", { as = "found" }), "fetching" },
        { when.field("scent", { above = 0.05 }), "following" },
      },
    },
    following = {
      steer = blend.weighted {
        steer.climb { field = "scent" },
        -- a trail leads both ways: take it away from the nest
        { steer.flee { target = "nest" }, 0.6 },
        { steer.noise_wander {}, 0.3 },
      },
      on = {
        { when.sees("crumb", { as = "found" }), "fetching" },
        -- else they would follow the last trace for minutes
        { when.field("scent", { below = 0.05 }), "searching" },
      },
    },
    fetching = {
      steer = steer.seek { target = "found" },
      on = {
        { ~when.has("found"), "searching" },
        {
          when.near("found", 0.5),
          function(self)
            -- another was faster, in this very tick
            if not self.found then return "searching" end
            self.found:remove()
            return "carrying"
          end,
        },
      },
    },
    carrying = {
      steer = steer.seek { target = "nest" },
      leaves = { scent = 2 }, -- per second, on the way home
      on = { { when.near("nest", 1), "searching" } },
    },
  },
})

local function setup(world)
  world:region {
    shape = { sphere = { x = 0, y = 0, radius = 2 } }, terrain = "nest",
  }
  for i = 1, 300 do -- two heaps
    local x = (i % 2 == 0 and 15 or -15) + 4 * world:random()
    world:spawn("crumb", { x = x, y = 15 + 4 * world:random() })
  end
  world:scatter("ant", 100, { nest = { 0, 0 } })
end
-- @end

return drover.scenario {
  kinds = { ant, crumb },
  setup = setup,
}
