-- An elephant that looks for a bag. Its search is one room after the other; the bag may be anywhere.
--
--     search ──in the room──▶ look ──all around─▶ decide ──no bag seen──▶ search, the next room
--        ┆                      ┆                    └──a bag──▶ fetch ──▶ carry ──home──▶ resume
--        └┄┄┄┄┄┄ the interrupt ┄┴┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄▶ fetch

local drover = require "drover"
local building = require "building"
local schema, when = drover.schema, drover.when

-- A gap that a thin line fits through is no way for an elephant. So it plans each route this many meters from the
-- walls, and nothing else has to keep it off them; schema.locomotion would walk straight to whatever it sees.
local CLEARANCE = 1

local remember = { { when.sees("bag", { as = "found" }) } } -- a guard alone: it only keeps the slot fresh

local function next_room(self)
  self.number = self.number % #building.ROOMS + 1
  self.room = building.ROOMS[self.number]
end

return drover.kind("elephant", {
  body = { mass = 900, radius = 0.6, max_speed = 1.6, max_force = 4000, response = 0.2, solid = "agents" },
  sight = { range = 14, angle = math.rad(120), occluded = true },
  look = { shape = "hoofed", size = 2.4, color = "silver" },
  slots = { room = "point", found = "agent" },
  memory = { number = 0 },
  init = next_room,

  -- Opportunism: a bag in sight interrupts whatever it is doing. Without this line it fetches the bag, too, but only
  -- after it has reached the room it was going to and looked around there.
  interrupts = {
    { when.setting("opportunistic", true) & when.sees("bag", { as = "found" }), "fetch" },
  },

  initial = "search",
  states = {
    search = schema.path {
      target = "room", clearance = CLEARANCE, on = remember, done = "look", failed = "look",
    },

    -- Goals with equal urgencies are pursued in order.
    look = schema.goals {
      schema.turning { angle = math.rad(120), direction = "left" },
      schema.turning { angle = math.rad(120), direction = "left" },
      schema.turning { angle = math.rad(120), direction = "left" },
      on = remember, done = "decide",
    },

    decide = {
      speed = 0,
      on = {
        { when.has "found", "fetch" },
        { when.after(0), function(self)
          next_room(self)
          return "search"
        end },
      },
    },

    fetch = schema.path {
      target = "found", distance = 1, clearance = CLEARANCE, done = "carry",
    },

    carry = schema.path {
      target = building.HOME, clearance = CLEARANCE, done = "resume",
      enter = function(self)
        if self.found then self.found:remove() end -- another elephant may have been quicker
        self.label = "bag"
      end,
      leave = function(self)
        local memory = self.world.memory
        memory.fetched, self.label = memory.fetched + 1, nil
        local x, y = building.place(self.world)
        self.world:spawn("bag", { x = x, y = y })
      end,
    },
  },

  -- What it is heading for.
  draw = function(self, draw)
    local is_fetching = self.state == "fetch"
    local place = is_fetching and self.found or self.state == "search" and self.room
    if place then draw.line(self.x, self.y, place.x, place.y, { color = is_fetching and "gold" or "silver" }) end
  end,
})
