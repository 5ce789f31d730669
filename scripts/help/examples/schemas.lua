local drover = require "drover"
local steer, when = drover.steer, drover.when

-- @example drover, schema, schema.*, schema_state
local schema = drover.schema

local officer = drover.kind("officer", {
  sight = { range = 30, occluded = true },
  slots = {
    quarry = "agent", beat = "point", bench = "pose", way = "path",
    patience = "number",
  },
  memory = { rounds = 0 },
  initial = "patrol",
  states = {
    -- to a target by whatever it takes: a path, a turn, a straight line,
    -- or a chase
    patrol = schema.locomotion {
      target = "beat", speed = 1.4, done = "look", failed = "rest",
      reflexes = steer.obstacle_avoidance {}, terrain = true,
      avoid = { { kind = "thief", radius = 2, cost = 1 } },
      on = {
        { when.sees("thief", { as = "quarry" }), "chase" },
        { when.has("way"), "stroll" },
      },
    },
    look = schema.turning { angle = math.pi / 2, rate = 2, done = "rest" },
    chase = schema.chasing {
      target = "quarry", give_up = "patience", extrapolate = 2,
      turn = math.rad(60),
      done = "rest", failed = "patrol",
    },
    -- straight to something in sight that stays put, then to its heading
    rest = schema.attraction {
      target = "bench", distance = 1, orbit = { distance = 2 },
      done = "walk", failed = "walk", interrupted = "patrol",
      interrupt = when.hears("alarm"),
    },
    -- along a planned way
    walk = schema.path {
      target = "beat", clearance = 0.5, done = "errands",
      failed = "errands", terrain = false,
      avoid = { { kind = "thief", radius = 5, cost = 2 } },
    },
    -- a given one
    stroll = schema.path {
      path = "way", distance = 2, done = "errands", failed = "errands",
    },
    -- the most urgent goal first
    errands = schema.goals {
      {
        schema.path { target = "bench", name = "to_the_bench" },
        urgency = 2,
      },
      schema.turning { target = "beat" },
      done = "choice", failed = "choice",
    },
    -- the first whose precondition holds
    choice = schema.select {
      schema.exit {
        target = "beat",
        precondition = function(self) return self.rounds > 2 end,
      },
      schema.custom {
        begin = function(self, memory) memory.since = self.world.time end,
        -- true: done
        step = function(self, memory)
          return self.world.time > memory.since + 1
        end,
        finish = function(self) self.rounds = self.rounds + 1 end,
        steer = steer.wander {},
        terminate = function(self) return self.rounds > 3 end,
      },
      think = 5, done = "patrol", failed = "patrol",
      enter = function(self) self.label = "hm" end,
      leave = function(self) self.label = nil end,
      renamed_from = "pick",
    },
  },
})
-- @end

local thief = drover.kind("thief", { steer = steer.wander {} })
return drover.scenario {
  kinds = { officer, thief },
  setup = function(world)
    world:obstacle { box = { x = 0, y = 0, w = 6, d = 2 } }
    local way = world:path { points = { { 0, -10 }, { 10, -10 } } }
    local bench = { x = -10, y = 10, heading = 0 }
    world:spawn("officer", { x = 10, patience = 8, way = way, beat = { -10, 0 }, bench = bench })
    world:spawn("officer", { x = -10, patience = 5, beat = { 10, 0 }, bench = bench })
    world:scatter("thief", 2)
  end,
}
