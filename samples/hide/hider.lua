-- A hider: it keeps a boulder between itself and the seeker; when found, it runs to another one.
--
--     running ──there──▶ hiding ──seen, and near──▶ running      any ──caught──▶ out ──▶ running
--
-- fleeing is for comparison: the same body, with nothing in mind but distance.

local drover = require "drover"
local boulders = require "boulders"
local steer, blend, when = drover.steer, drover.blend, drover.when

local dodge = steer.obstacle_avoidance { horizon = 0.8, clearance = 0.2 }
local stay_inside = steer.containment { horizon = 0.8 }
local keep_apart = steer.separation { kind = "hider", radius = 1.6 }

-- Found: to a boulder that is close, and as far from the seeker as possible, but not the nearest one. The slot keeps
-- the place behind it.
local function choose_refuge(self)
  local seeker, best, least = self.chaser, nil, math.huge
  if not seeker then return end
  for _, boulder in ipairs(boulders) do
    local way = self:distance(boulder[1], boulder[2])
    local cost = way - 0.8 * seeker:distance(boulder[1], boulder[2])
    if way > 6 and cost < least then best, least = boulder, cost end
  end
  local dx, dy = seeker:offset(best[1], best[2])
  local beyond = (best[3] + 0.8) / math.max(0.01, math.sqrt(dx * dx + dy * dy))
  self:set("refuge", best[1] + beyond * dx, best[2] + beyond * dy)
end

-- What all states but one have in common: being caught.
local function guards(own)
  own[#own + 1] = { when.hears "caught", "out" }
  return own
end

return drover.kind("hider", {
  body = { mass = 60, radius = 0.35, max_speed = 3.5, max_force = 500, response = 0.2, solid = "agents" },
  look = { shape = "person", size = 1.3 },
  slots = { chaser = "agent", refuge = "point" },

  initial = "running",
  states = {
    hiding = {
      speed = drover.setting "sneak",
      color = "skyblue",
      enter = function(self) self.color = "skyblue" end,
      -- The nearest place behind a boulder; it moves around the boulder as the seeker does.
      steer = blend.weighted { { dodge, 1.5 }, { keep_apart, 1.5 }, steer.hide { target = "chaser", clearance = 0.4 } },
      on = guards {
        { when.setting("behavior", "flee"), "fleeing" },
        { when.seen_by "seeker" & when.near("seeker", 8), "running" },
      },
    },

    running = {
      color = "gold",
      enter = function(self)
        self.color = "gold"
        choose_refuge(self)
      end,
      steer = blend.weighted {
        { dodge, 2 },
        stay_inside,
        { keep_apart, 1.5 },
        { steer.flee { target = "chaser", radius = 6 }, 0.8 },
        steer.seek { target = "refuge" },
      },
      on = guards {
        { when.setting("behavior", "flee"), "fleeing" },
        { when.near("refuge", 1.5) | when.after(8), "hiding" },
      },
    },

    fleeing = {
      color = "tomato",
      enter = function(self) self.color = "tomato" end,
      steer = blend.weighted {
        { dodge, 2 },
        { stay_inside, 2 },
        { keep_apart, 1.5 },
        steer.flee { target = "chaser", radius = 15 },
        { steer.target_speed { speed = 0 }, 0.2 },
      },
      on = guards { { when.setting("behavior", "hide"), "hiding" } },
    },

    -- It stands still until the seeker has begun to count, which gives it time to hide again.
    out = {
      color = "gray",
      enter = function(self) self.color = "gray" end,
      steer = steer.target_speed { speed = 0 },
      on = { { when.after(1), "running" } },
    },
  },
})
