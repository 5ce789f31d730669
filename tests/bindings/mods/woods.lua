local Tree = {}
Tree.__index = Tree

function Tree:is_tall() return self.height > 5 end

local function tree(height) return setmetatable({ height = height }, Tree) end

return { count = 3, oak = tree(9), elm = tree(3), birches = { tree(7), grown = 1 } }
