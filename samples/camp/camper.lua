-- A camper, who plans. Nobody tells it to fetch wood before it makes a fire: it knows what each action needs and gives,
-- and works out the rest from what it wants.

local drover = require "drover"
local camp = require "camp"
local goap, schema, steer, blend = drover.goap, drover.schema, drover.steer, drover.blend

local THERE = 1                -- meters from its spot
local AFRAID, AT_EASE = 10, 15 -- meters to the bear that are too few, and that are enough again
local BEHIND = 3.4             -- meters from the fire, on its far side from the bear

local dodge = blend.sum { steer.obstacle_avoidance { horizon = 0.8 }, steer.separation { kind = "camper", radius = 1 } }

-- What it knows

local function the_bear(world) return world:agents("bear")() end

local facts = {
  at = function(self)
    for _, place in ipairs { "fire", "lake", "trees" } do
      if self:distance(self[place]) < THERE then return place end
    end
    return "on the way"
  end,
  holds = function(self) return self.holds end, -- "nothing", "wood", or "water"
  fire = function(self) return camp.burns(self.world) end,
  stocked = function(self) return self.world.memory.wood > camp.ENOUGH end,
  kettle = function(self) return self.world.memory.cups > 0 end,
  cold = function(self) return self.warmth < (self.schema.goal == "warm" and 0.95 or 0.6) end,
  thirsty = function(self) return self.thirst > 0.5 end,
  -- A frightened camper stays frightened until the bear is farther away.
  safe = function(self)
    local bear = the_bear(self.world)
    return not bear or self:distance(bear) > (self.schema.goal == "safe" and AT_EASE or AFRAID)
  end,
}

-- What it can do

local function go(place)
  return {
    schema.locomotion { target = place, distance = 0.7, clearance = 0.5, turn = false },
    gives = { at = place },
    cost = function(self) return 1 + self:distance(self[place]) / 10 end,
  }
end

-- Stand still for some seconds, then act.
local function work(seconds, act)
  return schema.custom {
    steer = steer.target_speed { speed = 0 },
    begin = function(_, memory) memory.left = seconds end,
    step = function(self, memory, dt)
      memory.left = memory.left - dt
      if memory.left > 0 then return nil end
      act(self)
      return true
    end,
  }
end

local function take(what)
  return function(self) self.holds = what end
end

local function feed(self)
  local memory = self.world.memory
  self.holds, memory.wood = "nothing", math.min(camp.MOST, memory.wood + camp.LOG)
end

local function pour(self) self.holds, self.world.memory.cups = "nothing", self.world.memory.cups + camp.CUPS end

local function drink(self)
  local memory = self.world.memory
  if memory.cups > 0 then memory.cups, self.thirst = memory.cups - 1, 0 end
end

local function is_safe(self) if facts.safe(self) then return true end end

local actions = {
  go_to_trees = go "trees",
  go_to_lake = go "lake",
  go_to_fire = go "fire",
  chop = { work(3, take "wood"), needs = { at = "trees", holds = "nothing" }, gives = { holds = "wood" }, cost = 3 },
  fill = { work(1.5, take "water"), needs = { at = "lake", holds = "nothing" }, gives = { holds = "water" } },
  drop = { work(0.5, take "nothing"), gives = { holds = "nothing" }, cost = 4 },
  feed = {
    work(1, feed), needs = { at = "fire", holds = "wood" }, gives = { fire = true, stocked = true, holds = "nothing" },
  },
  pour = {
    work(1, pour), needs = { at = "fire", fire = true, holds = "water" }, gives = { kettle = true, holds = "nothing" },
  },
  drink = { work(1.5, drink), needs = { at = "fire", kettle = true }, gives = { thirsty = false } },
  warm_up = {
    schema.custom {
      steer = steer.target_speed { speed = 0 },
      step = function(self) if not facts.cold(self) then return true end end,
    },
    needs = { at = "fire", fire = true }, gives = { cold = false },
  },
  -- Two ways to be safe from a bear. The cheaper one needs a fire.
  get_behind_fire = {
    schema.custom {
      steer = blend.sum { steer.arrival { target = "refuge", slowing_distance = 1 }, dodge },
      step = function(self)
        local bear = the_bear(self.world)
        if bear then
          local away = (camp.FIRE - bear.position):unit()
          self.refuge = camp.FIRE + away * BEHIND + (self.fire - camp.FIRE) * 0.5
        end
        return is_safe(self)
      end,
    },
    needs = { fire = true }, gives = { safe = true }, cost = 1,
  },
  run_away = {
    schema.custom {
      steer = blend.priority { steer.obstacle_avoidance {}, steer.containment {}, steer.flee { target = "bear" } },
      begin = function(self) self.bear = the_bear(self.world) end,
      step = is_safe,
    },
    gives = { safe = true }, cost = 5,
  },
}

--- What it is about to do: the rest of the plan.
local function tell(self)
  local rest, is_ahead = {}, false
  for _, action in ipairs(self.schema.plan or {}) do
    is_ahead = is_ahead or action == self.schema.action
    if is_ahead then rest[#rest + 1] = action:gsub("_", " ") end
  end
  return table.concat(rest, ", ")
end

-- What it wants

local goals = {
  safe = { wants = { safe = true }, priority = 10 },
  warm = { wants = { cold = false }, priority = function(self) return 2 * (1 - self.warmth) end },
  tea = { wants = { thirsty = false }, priority = function(self) return self.thirst end },
  ready = { wants = { stocked = true }, priority = 0.2 }, -- for what may come
}

return drover.kind("camper", {
  body = { mass = 75, radius = 0.3, max_speed = 3.6, max_force = 500, response = 0.2, solid = "agents" },
  look = { shape = "person", size = 1.5, color = "white" },
  slots = { fire = "point", trees = "point", lake = "point", refuge = "point", bear = "agent", pace = "number" },
  memory = { warmth = 0.5, thirst = 0.3, holds = "nothing" },

  -- Its places around the fire, at the lake, and among the trees: those of the camper with its number.
  init = function(self)
    local number = self.world:count("camper")
    for _, place in ipairs { "fire", "trees", "lake" } do
      self[place] = self[place] or camp.spot(place, number, math.max(number, 6))
    end
  end,

  states = {
    life = goap.goals {
      facts = facts, goals = goals, actions = actions,
      speed = "pace", steer = steer.target_speed { speed = 0 }, reflexes = dodge, inertia = 0.1,
    },
  },

  step = function(self, dt)
    self.warmth = math.max(0, math.min(1, self.warmth + (camp.is_warm(self) and dt / 12 or -dt / 80)))
    self.thirst = math.min(1, self.thirst + dt / 70)
    self.label = tell(self)
    self.color = camp.COLORS[self.schema.goal] or "white"
    self.pace = self.schema.goal == "safe" and 3.2 or 1.7
  end,

  draw = function(self, draw)
    if self.holds == "wood" then
      local x, y = 0.6 * math.cos(self.heading), 0.6 * math.sin(self.heading)
      draw.line(self.x + x - y, self.y + y + x, self.x + x + y, self.y + y - x, { color = "sienna", width = 5 })
    elseif self.holds == "water" then
      draw.circle(self.x + 0.6, self.y, 0.3, { color = "#3f9fde", fill = true })
    end
  end,
})
