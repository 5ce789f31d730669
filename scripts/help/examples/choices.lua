local drover = require "drover"
local steer, stress, when = drover.steer, drover.stress, drover.when

-- @example drover, tree, utility, subsumption, tree.*, tree_node, outcome
local tree, utility = drover.tree, drover.utility
local subsumption = drover.subsumption

local states = {
  -- starts with the first in every tick, so earlier ones interrupt
  hunt = tree.selector {
    tree.sequence { -- one after the other
      tree.condition(function(self)
        self.prey = self:sees("hare")
        return self.prey
      end),
      tree.steer(steer.pursuit { target = "prey" }, function(self)
        -- nil or true: done; false: failed
        if self:distance(self.prey) > 1 then return "running" end
      end),
      tree.invert(tree.condition(function(self) return self.meals > 5 end)),
      tree.action(function(self) self.meals = self.meals + 1 end),
      tree.wait(1),
    },
    tree.steer(steer.wander {}),
    done = "day", failed = "day", -- states to go to
  },
  day = utility.best { -- the option with the best score gets its turn
    inertia = 0.1,
    options = {
      eat = {
        score = function(self) return 1 - self.meals end,
        steer = steer.wander {},
      },
      rest = {
        score = function() return 0.4 end,
        enter = function(self) self:halt() end,
        step = function(self)
          if self.state_time > 2 then return "roam" end
        end,
      },
    },
    on = { { when.after(4), "roam" } },
  },
  roam = subsumption.layers { -- the first layer that wants control gets it
    {
      when = function(self) return self:nearest("hare", 5) end,
      hold = 1, steer = steer.forage { kind = "hare" },
    },
    { steer = steer.explore {} },
    speed = 2, think = 2, renamed_from = "wander",
    enter = function(self) self.label = "roaming" end,
    leave = function(self) self.label = nil end,
    on = { { when.after(4), "hunt" } },
  },
}
-- @end

local fox = drover.kind("fox", {
  slots = { prey = "agent" }, memory = { meals = 0 }, initial = "hunt", states = states,
})
local hare = drover.kind("hare", { steer = steer.wander {} })
-- @example tree.*
local mole = drover.kind("mole", {
  body = { locomotion = "legged" },
  states = { -- on legs
    dig = tree.sequence { tree.wait(1), stress = { stress.forward() } },
  },
})
-- @end
return drover.scenario {
  kinds = { fox, hare, mole },
  setup = function(world)
    world:scatter("fox", 4)
    world:scatter("hare", 10)
    world:scatter("mole", 1)
  end,
}
