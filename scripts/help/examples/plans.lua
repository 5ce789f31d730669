local drover = require "drover"
local steer = drover.steer

-- @example drover, goap, fact_value
local goap, schema = drover.goap, drover.schema

local function chop(self, _, dt)
  self.effort = self.effort + dt
  if self.effort < 2 then return nil end -- s
  self.effort, self.wood = 0, true
  return true -- done
end

local function light(self)
  self.wood, self.world.memory.burns = false, true
  return true
end

local life = goap.goals {
  -- what it knows of the world: the only thing that plans look at
  facts = {
    at = function(self)
      return self:distance(self.pit) < 1 and "pit" or "elsewhere"
    end,
    wood = function(self) return self.wood end,
    fire = function(self) return self.world.memory.burns end,
    safe = function(self) return not self:nearest("bear", 8) end,
  },
  -- what it wants: the highest priority first
  goals = {
    safe = { wants = { safe = true }, priority = 9 },
    warm = {
      wants = { fire = true },
      priority = function(self) return 1 - self.world.time / 600 end,
    },
  },
  -- what it can do; the plan for "warm" is chop, go, light
  actions = {
    chop = {
      schema.custom {
        step = chop, steer = steer.target_speed { speed = 0 },
      },
      gives = { wood = true }, cost = 3,
    },
    go = {
      schema.locomotion { target = "pit", distance = 0.8 },
      gives = { at = "pit" },
      cost = function(self) return self:distance(self.pit) / 5 end,
      retry = 4, -- s after it failed
    },
    light = {
      schema.custom { step = light },
      needs = { at = "pit", wood = true },
      gives = { fire = true, wood = false },
    },
    run = {
      schema.custom { steer = steer.wander {}, terminate = function(self)
        return not self:nearest("bear", 12)
      end },
      gives = { safe = true },
    },
  },
  inertia = 0.1, limit = 200,
  reflexes = steer.obstacle_avoidance {},
  done = "rest", failed = "rest",
}
-- @end

local camper = drover.kind("camper", {
  slots = { pit = "point" }, memory = { wood = false, effort = 0 },
  initial = "life",
  states = { life = life, rest = { steer = steer.target_speed { speed = 0 } } },
})
local bear = drover.kind("bear", { steer = steer.wander {} })
return drover.scenario {
  kinds = { camper, bear },
  setup = function(world)
    world.memory.burns = false
    world:scatter("camper", 3, { pit = { 5, 5 } })
    world:scatter("bear", 1)
  end,
}
