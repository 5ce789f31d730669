-- @example drover
local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when
local stress, schema, tree = drover.stress, drover.schema, drover.tree
local utility, subsumption = drover.utility, drover.subsumption
-- @end

-- @example units, reading
local deer = drover.kind("deer", {
  -- kg, m, m/s, N
  body = { mass = 80, radius = 0.5, max_speed = 12, max_force = 900 },
  sight = { range = 40, angle = math.rad(240) }, -- m, 120° to either side
  init = function(self) self.heading = math.rad(90) end, -- along +y
  speed = 1.5,
  steer = steer.wander {},
})
-- @end

-- @example names
local cat = drover.kind("cat", {
  -- `seen`, `group`, `state`, `speed` would be refused: agents have them
  slots = { last_seen = "point", pace = "number" },
  memory = { dogs_seen = 0, mood = "calm" },
  speed = "pace",
})
-- @end

-- @example slots
local dog = drover.kind("dog", {
  slots = { prey = "agent", kennel = "point", pace = "number" },
  init = function(self)
    self.kennel = { self.x, self.y }
    self.pace = 2 + self:random()
  end,
  speed = "pace",
  initial = "guarding",
  states = {
    guarding = {
      steer = steer.arrival { target = "kennel" },
      -- fills it
      on = { { when.sees("cat", { as = "prey" }), "chasing" } },
    },
    chasing = {
      steer = steer.pursuit { target = "prey" }, -- reads it
      on = { { when.far("kennel", 30), "guarding" } },
      leave = function(self) self.prey = nil end, -- empties it
    },
  },
})
-- @end

-- @example memory
local hen = drover.kind("hen", {
  memory = { eggs = 0, enemy = drover.none, visits = {} },
  step = function(self, dt)
    if self:random() < dt / 10 then
      self.eggs = self.eggs + 1
      table.insert(self.visits, { self.x, self.y })
      local memory = self.world.memory
      memory.eggs = (memory.eggs or 0) + 1
    end
    self.enemy = self:sees("cat")
  end,
})
-- @end

-- @example recipes
local seed = drover.kind("seed", {
  body = { locomotion = "fixed", radius = 0.2 },
  look = { shape = "disc", color = "gold" },
})
local finch = drover.kind("finch", {
  slots = { food = "agent", nest = "point" },
  memory = { hungry_at = 0 },
  init = function(self) self.nest = { self.x, self.y } end,
  initial = "searching",
  states = {
    searching = {
      steer = steer.wander {},
      on = { { when.sees("seed", { as = "food" }), "fetching" } },
    },
    fetching = {
      steer = steer.arrival { target = "food" },
      on = {
        { ~when.has("food"), "searching" }, -- another got it first
        {
          when.near("food", 0.5),
          function(self)
            -- another got it first, in this very tick
            if not self.food then return "searching" end
            self.food:remove()
            self.hungry_at = self.world.time + 5
            return "resting"
          end,
        },
      },
    },
    resting = {
      steer = steer.arrival { target = "nest" },
      think = 10,
      step = function(self)
        if self.world.time > self.hungry_at then return "searching" end
      end,
    },
  },
})
-- @end

-- @example mistakes
local goat = drover.kind("goat", {
  slots = { goal = "point", way = "path", pace = "number" },
  speed = "pace",
  init = function(self) self.pace = 1.2 end, -- unset it would be max_speed
  steer = blend.priority {
    steer.obstacle_avoidance {}, -- else it stops at them
    steer.path_following { path = "way" },
  },
  on = {
    {
      -- & | ~ where Lua has and, or, not
      when.every(2) & ~when.near("dog", 5) | when.stuck(3),
      function(self)
        if self.way then self.way:remove() end
        self.way = self.world:plan(self, { 20, 10 })
      end,
    },
  },
})
-- @end

local snail = drover.kind("snail", {
  body = { locomotion = "legged" },
  stress = { stress.forward() },
  initial = "turning",
  states = {
    turning = schema.turning { angle = 1, done = "waiting" },
    waiting = tree.sequence { tree.wait(1), done = "choosing" },
    choosing = utility.best {
      options = { rest = { score = function() return 1 end } }, on = { { when.after(1), "roaming" } },
    },
    roaming = subsumption.layers { { steer = steer.wander {} }, on = { { when.after(1), "turning" } } },
  },
})

return drover.scenario {
  kinds = { deer, cat, dog, hen, goat, snail, seed, finch },
  setup = function(world)
    world:obstacle { sphere = { x = 10, y = 5, radius = 3 } }
    world:scatter("snail", 1)
    world:scatter("seed", 20)
    world:scatter("finch", 3)
    world:scatter("deer", 3)
    world:scatter("cat", 3, { pace = 2, last_seen = { 0, 0 } })
    world:scatter("dog", 2)
    world:scatter("hen", 5)
    world:scatter("goat", 2, { goal = { 20, 10 } })
  end,
}
