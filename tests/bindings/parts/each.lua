-- An agent for each family of states. From tick 2 on it is night, and from tick 4 on a function fails.
local drover = require "drover"
local steer, blend, tree, schema = drover.steer, drover.blend, drover.tree, drover.schema

local function is_night(self) return self.world.tick >= 2 end

local function fails_late(self)
  if self.world.tick >= 4 then error("too late", 0) end
  return "running"
end

local goal = { 50, 0 }

local walker = drover.kind("walker", {
  initial = "life",
  states = {
    life = tree.selector {
      tree.sequence { tree.condition(is_night), tree.steer(steer.seek { target = goal }, fails_late) },
      tree.invert(tree.condition(function() return true end)),
      tree.sequence { tree.action(function() end), tree.wait(1) },
    },
    plain = {},
  },
})

local chooser = drover.kind("chooser", {
  initial = "life",
  states = {
    life = drover.utility.best {
      inertia = 0.25,
      options = {
        eat = { score = function(self) return is_night(self) and -1 or 0.5 end },
        sleep = { score = function(self) return is_night(self) and 1 or 0 end, steer = steer.wander {} },
      },
    },
  },
})

local layered = drover.kind("layered", {
  initial = "life",
  states = {
    life = drover.subsumption.layers {
      { when = function(self) return self.world.tick == 1 end, steer = steer.seek { target = goal }, hold = 0.03 },
      { when = is_night, steer = blend.weighted { steer.separation {}, { steer.wander {}, 2 } } },
      { step = function() end },
    },
  },
})

local errand = drover.kind("errand", {
  initial = "life",
  slots = { quarry = "agent" },
  states = {
    life = schema.goals {
      {
        schema.select {
          schema.chasing { target = "quarry", name = "hunt" },
          schema.custom { step = function(self) if is_night(self) then return false, "it is dark" end end },
        },
        urgency = function(self) return is_night(self) and 0.5 or 2 end,
      },
      { schema.attraction { target = goal }, urgency = 1 },
    },
  },
})

-- It plans to sit at a fire that goes out when it is night.
local planner = drover.kind("planner", {
  initial = "life",
  memory = { wood = false },
  states = {
    life = drover.goap.goals {
      facts = {
        fire = function(self) return not is_night(self) end,
        tea = function() return false end,
        warm = function() return false end,
        wood = function(self) return self.wood end,
      },
      goals = {
        fly = { wants = { tea = true }, priority = 9 },
        keep = { wants = { warm = false }, priority = 5 },
        rest = { wants = { wood = true }, priority = 0 },
        warm = { wants = { warm = true }, priority = function(self) return is_night(self) and 2 or 1.5 end },
      },
      actions = {
        chop = { schema.custom { step = function(self)
          if self.world.tick == 2 then return false, "no axe" end
          self.wood = true
          return true
        end }, gives = { wood = true } },
        light = { schema.attraction { target = goal }, needs = { wood = true }, gives = { fire = true } },
        sit = { schema.custom { steer = steer.wander {} }, needs = { fire = true }, gives = { warm = true } },
      },
    },
  },
})

return drover.scenario {
  kinds = { walker, chooser, layered, errand, planner },
  setup = function(world)
    for _, kind in ipairs { walker, chooser, layered, errand, planner } do world:spawn(kind, { x = 10, y = 10 }) end
  end,
}
