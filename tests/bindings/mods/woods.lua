local drover = require "drover"
local steer, tree = drover.steer, drover.tree

local Plant = {}
Plant.__index = Plant

function Plant:is_green() return not self.is_dry end

local Tree = setmetatable({}, { __index = Plant, __call = function(_, height) return { height = height } end })
Tree.__index = Tree
Tree.__tostring = function(self) return "tree of " .. self.height end
Tree.__add = function(a, b) return a.height + b.height end
Tree.__lt = function(a, b) return a.height < b.height end
Tree.__len = function(self) return self.height end

function Tree:is_tall() return self.height > 5 end

function Tree:grow() self.height = self.height + 1 end

local function new(height) return setmetatable({ height = height }, Tree) end

local by_name = setmetatable({ fixed = { 1 } }, { __index = function(_, name) return name .. "!" end })

return {
  count = 3,
  oak = new(9),
  elm = new(3),
  birches = { new(7), grown = 1 },
  Tree = Tree,
  by_name = by_name,
  resting = tree.sequence { tree.steer(steer.wander {}), tree.wait(1) },
}
