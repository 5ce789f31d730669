-- A cowboy: the steering layer. The boss says what to do, never how; how is a series of simple subgoals, each a state
-- with a blend.
--
--     waiting ──"fetch" that cow──▶ riding ──behind it──▶ driving ──it is back──▶ waiting
--                                      ▲────it gets away─────┘

local drover = require "drover"
local herd_of = require "herd"
local mounts = require "mounts"
local steer, blend, when = drover.steer, drover.blend, drover.when

local dodge = steer.obstacle_avoidance { horizon = 1.2, clearance = 0.5 }
local mind_the_herd = steer.separation { kind = "cow", radius = 5 }
local go_to_spot = steer.arrival { target = "spot", slowing_distance = 4 }

-- While he waits, his place next to the herd.
local function take_post(self)
  if not self.herd then return end
  local center = self.herd.center
  self:set("spot", center.x + 26 * math.cos(self.side), center.y + 22 * math.sin(self.side))
end

-- The far side of the stray, seen from the herd: from there it can only run home. The farther away that is, the
-- wider he rides around it, so as not to chase it away on the way there.
local function get_behind(self, distance)
  local cow, center = self.stray, self.herd.center
  if not cow then return end
  local dx, dy = cow.x - center.x, cow.y - center.y
  local length = math.max(1, math.sqrt(dx * dx + dy * dy))
  self:set("spot", cow.x + dx / length * distance, cow.y + dy / length * distance)
end

local function forget(self)
  self.stray = nil
  return "waiting"
end

-- The same rider on different mounts. When main.lua has him turn into the rider of another mount, he keeps his order:
-- the slots and memory that the kinds share.
local function rider(name, color, mount, body)
  return drover.kind(name, {
    body = body,
    look = { shape = mount, color = color, size = 4.2 },
    slots = { stray = "agent", spot = "point", herd = "group" },
    memory = { side = 0 },

    init = function(self) self.herd = self.herd or herd_of(self.world) end,

    initial = "waiting",
    states = {
      waiting = {
        speed = 4,
        step = take_post,
        steer = blend.priority { dodge, blend.sum { go_to_spot, mind_the_herd } },
        on = {
          { when.hears("fetch", { as = "stray" }), "riding" },
          { when.has "stray", "riding" }, -- he has just changed his mount
        },
      },

      riding = {
        step = function(self) get_behind(self, 7) end,
        steer = blend.priority {
          dodge,
          blend.weighted { go_to_spot, { steer.flee { target = "stray", radius = 6 }, 1.5 }, { mind_the_herd, 0.6 } },
        },
        on = {
          { when.is("stray", "grazing"), forget }, -- it went home by itself
          { when.near("spot", 2.5), "driving" },
        },
      },

      driving = {
        speed = 5,
        step = function(self) get_behind(self, 4) end,
        steer = blend.priority { dodge, go_to_spot },
        on = {
          { when.is("stray", "grazing"), forget },
          { when.far("stray", 13), "riding" },
        },
      },
    },
  })
end

-- The locomotion layer in full: what a mount can do. Steering asks for a velocity; how much of it happens is decided
-- here.
return {
  rider("cowboy", "steelblue", mounts.horse, {
    mass = 550, radius = 1, max_speed = 9, max_force = 3300, solid = "agents",
  }),
  rider("motorcyclist", "slategray", mounts.motorcycle, {
    locomotion = "wheeled", wheelbase = 1.4, mass = 550, radius = 1, max_speed = 18, max_force = 6600,
    solid = "agents",
  }),
  rider("muleteer", "teal", mounts.mule, {
    mass = 550, radius = 1, max_speed = 5, max_force = 1100, solid = "agents",
  }),
}
