-- A crowd goes through a doorway that is hardly wide enough for two. Nobody gives way by plan: each heads for the door,
-- and is never faster than it can stop behind those who are nearer to it.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local DOORWAY = 1.3 -- metres wide
local THICKNESS = 0.4 -- of the wall, which stands on x = 0
local BODY = 0.25 -- metres from the middle of a person to the outside

-- What it heads for is a place just behind the wall, in the middle of the doorway. The wall pushes back: it is added,
-- not put first, so that nobody who minds the wall forgets the others.
local queue = steer.queueing { target = "door", kind = "person", distance = drover.setting "distance", radius = 1.1 }
local mind_wall = steer.obstacle_avoidance { horizon = 0.6, target = "door" }

local person = drover.kind("person", {
  body = { mass = 70, radius = BODY, max_speed = 1.4, max_force = 350, response = 0.15 },
  look = { shape = "disc", size = 2 * BODY, color = "skyblue" },
  targets = { door = "point", exit = "point" },
  initial = "queueing",
  states = {
    queueing = {
      steer = blend.weighted { queue, { mind_wall, 3 } },
      on = { { when.near("door", 0.5), "leaving" } },
    },
    leaving = {
      enter = function(self) self.color = "gold" end,
      steer = blend.weighted {
        steer.seek { target = "exit" },
        { steer.separation { kind = "person", state = "leaving", radius = 0.75 }, 0.5 },
      },
      on = { { when.near("exit", 3), function(self) self:remove() end } },
    },
  },
})

return drover.scenario {
  title = "Queue at a doorway",
  kinds = { person },
  bounds = { min = { -14, -7 }, max = { 8, 7 }, edge = "contain" },

  settings = {
    drover.slider("people", 60, { min = 1, max = 80, step = 1, restart = true }),
    drover.slider("distance", 1, { min = 0, max = 4, title = "braking distance (m)" }),
  },

  monitors = {
    queueing = function(world) return world:count("person", { state = "queueing" }) end,
    -- How deep two bodies overlap at most, in metres.
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
    -- The wall: two boxes and the doorway between them.
    local length = (14 - DOORWAY) / 2
    for _, side in ipairs { -1, 1 } do
      world:obstacle { box = { x = 0, y = side * (DOORWAY + length) / 2, w = THICKNESS, d = length } }
    end
    -- Each in a square metre of its own, so that nobody stands in another.
    local rows = math.ceil(math.sqrt(settings.people))
    for i = 0, settings.people - 1 do
      world:spawn("person", {
        x = -5 - i // rows - 0.4 * world:random(),
        y = (i % rows - (rows - 1) / 2) + 0.4 * world:random(),
        door = { 0.5, 0 },
        exit = { 9, 0 },
      })
    end
  end,
}
