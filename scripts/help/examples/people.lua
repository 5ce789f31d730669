local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- @example drover, declared_model, kind
local likeness = drover.model {
  -- 0 to 1, what an agent begins with
  attributes = { rushed = 0, drunk = 0 },
  -- others go from 0 to 1
  parameters = { pace = { min = 0.4, max = 2.4, default = 1.3 } },
  effects = {
    -- fractions of the way from min to max
    { "rushed", "pace", range = { 0.5, 1 } },
    { "drunk", "pace", range = { 0.1, 0.4 }, inverse = true },
    { "drunk", "notice", range = { 0, 0.2 }, dominant = true },
  },
}

local guest = drover.kind("guest", {
  model = likeness,
  speed = "pace", -- attributes and parameters are number slots
  steer = steer.wander {},
  on = {
    {
      when.sees("host") & when.chance("notice"),
      function(self) self.label = "hello" end,
    },
  },
})
-- @end

-- @example pedestrian, modules
local pedestrian = require "pedestrian"
local doorway = { { 0, -1 }, { 0, 1 } }

local host = drover.kind("host", {
  states = { waiting = {} },
  body = pedestrian.body,
  slots = { goal = "point" },
  steer = blend.weighted {
    pedestrian.walk { target = "goal", kind = "host", state = "waiting" },
  },
  init = function(self)
    local x, y = pedestrian.place_in(doorway, self.x, self.y, 0.3)
    self.goal = { x + 1, y }
  end,
})

local visitor = drover.kind("visitor", {
  body = pedestrian.body,
  slots = { way = "flow" }, -- of world:flow_to
  steer = pedestrian.walk {
    prefer = steer.flow_following { flow = "way", direction_only = true },
  },
})
-- @end

-- @example pedestrian, steer
local shopper = drover.kind("shopper", {
  body = pedestrian.body,
  slots = { shelf = "point" },
  -- around shelves and past everyone
  steer = pedestrian.crowd { target = "shelf" },
  blends = {
    rude = pedestrian.crowd { -- only past hosts who wait
      target = "shelf", kind = "host", state = "waiting", clearance = 0.1,
    },
  },
})

local rover = drover.kind("rover", {
  slots = { rock = "point" },
  -- alone, it needs only the way
  steer = steer.wayfinding { target = "rock", clearance = 0.5 },
})
-- @end

-- @example drover, math, lua
print(drover.version, math.pow(2, 0.5), math.sqrt(2)) -- `^` is for squares
-- @end

return drover.scenario {
  kinds = { guest, host, visitor, shopper, rover },
  setup = function(world)
    world:scatter("guest", 5, { drunk = 0.8, rushed = 0.2 })
    world:scatter("host", 5)
    world:scatter("shopper", 5, { shelf = { 3, 3 } })
    world:scatter("rover", 1, { rock = { -3, 3 } })
    world:scatter("visitor", 5, { way = world:flow_to { 0, 0 } })
  end,
}
