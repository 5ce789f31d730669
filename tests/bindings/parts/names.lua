-- Functions whose names and bodies are hard to find.
local drover = require "drover"
local tree = drover.tree

local limit <const>, most = 5, 0
local function above(n) return function() return n > limit end end
local is_late = function(self)
  return self.world.tick > 1e6
end
local of = {}
of.late = function(self) return self.world.tick > 1e6 end
function of.never() return false end

local walker = drover.kind("walker", {
  initial = "life",
  states = {
    life = tree.selector {
      tree.condition(function(self) return self.state == "the end" end),
      tree.condition(function() --[[ if end ]] return false end),
      tree.condition(is_late), tree.condition(of.late), tree.condition(of.never),
      tree.condition(above(2)),
      tree.condition(function() return most > 1 end), tree.condition(function() return limit > 5 end),
      tree.condition(function(self) return self == 1 end), tree.condition(function(self) return self == 2 end),
      tree.condition(function() if most > 1 then return true end return false end),
      tree.condition(function() return "xéééééééééééééééééééééééééééééééééééééééééééééééééééééé" == "" end),
      tree.condition(math.type),
      tree.wait(1),
    },
  },
})

return drover.scenario { kinds = { walker }, setup = function(world) world:spawn "walker" end }
