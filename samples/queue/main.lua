-- A crowd goes through a doorway that is barely wide enough for two. Nobody plans to give way: each heads for the door,
-- never too fast to stop behind people who are closer to it. People who get through come back and queue again.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local DOORWAY = 1.3 -- meters wide
local THICKNESS = 0.4 -- of the wall, which stands on x = 0
local BODY = 0.25 -- meters from the center of a person to the outside

-- They head for a place just behind the wall, in the middle of the doorway. The wall pushes back. The blend adds that
-- rather than putting it first, so that people near the wall still mind the others.
local queue = steer.queueing { target = "door", kind = "person", distance = drover.setting "distance", radius = 1.1 }
local mind_wall = steer.obstacle_avoidance { horizon = 0.6, target = "door" }

-- Nobody walks into anybody: at less than 30 cm, the push away is stronger than the wish to go forward.
local keep_off = steer.separation { kind = "person", radius = 2 * BODY + 0.3 }

local function leave(self)
  self.world.memory.through = self.world.memory.through + 1
  self:remove()
end

local person = drover.kind("person", {
  body = { mass = 70, radius = BODY, max_speed = 1.4, max_force = 500, response = 0.15, solid = "agents" },
  look = { shape = "person", size = 2 * BODY, color = "skyblue" },
  slots = { door = "point", exit = "point", beyond = "region" },
  initial = "queueing",
  states = {
    queueing = {
      color = "skyblue",
      steer = blend.weighted { queue, { mind_wall, 8 }, { keep_off, 5 } },
      on = { { when.inside("beyond"), "leaving" } },
    },
    leaving = {
      color = "gold",
      enter = function(self) self.color = "gold" end,
      steer = blend.weighted {
        steer.seek { target = "exit" },
        { keep_off, 6 },
      },
      on = { { when.near("exit", 3), leave } },
    },
  },
})

local function enter(world, x, y)
  world:spawn("person", { x = x, y = y, door = { 0.5, 0 }, exit = { 9, 0 }, beyond = world.memory.beyond })
end

return drover.scenario {
  name = "queue",
  title = "Queue at a doorway",
  theme = "floor",
  kinds = { person },
  bounds = { min = { -14, -7 }, max = { 8, 7 }, edge = "contain" },
  effects = { spawns = false, removals = false }, -- people come back

  settings = {
    drover.slider("people", 60, { min = 1, max = 80, step = 1, restart = true }),
    drover.toggle("again", true), -- whether they come back
    drover.slider("distance", 1, { min = 0, max = 4, title = "braking distance (m)" }),
  },

  monitors = {
    queueing = function(world) return world:count("person", { state = "queueing" }) end,
    through = function(world) return world.memory.through end,
    -- How deep two bodies overlap at most, in meters.
    overlap = function(world)
      local deepest = 0
      for each in world:agents("person") do
        local _, distance = each:nearest("person", 2 * BODY)
        if distance then deepest = math.max(deepest, 2 * BODY - distance) end
      end
      return deepest
    end,
  },

  setup = function(world, settings)
    world.memory.through = 0
    world.memory.beyond = world:region { shape = { box = { x = 4, y = 0, w = 7.6, d = 14 } } } -- through the wall
    -- The wall: two boxes and the doorway between them.
    local length = (14 - DOORWAY) / 2
    for _, side in ipairs { -1, 1 } do
      world:obstacle { box = { x = 0, y = side * (DOORWAY + length) / 2, w = THICKNESS, d = length } }
    end
    -- Each in a square meter of their own, so that nobody starts inside another.
    local rows = math.ceil(math.sqrt(settings.people))
    for i = 0, settings.people - 1 do
      enter(world, -5 - i // rows - 0.4 * world:random(), (i % rows - (rows - 1) / 2) + 0.4 * world:random())
    end
  end,

  -- From the west, one at a time and where there is room.
  update = function(world)
    local people = world:count("person")
    if not world.settings.again or people >= world.settings.people or not world.memory.beyond.alive then return end
    local y = 12 * (world:random() - 0.5)
    if not world:nearest("person", -13.5, y, 0, 1) then enter(world, -13.5, y) end
  end,
}
