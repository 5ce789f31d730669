local drover = require "drover"
local woods = require "woods"

local function count(list)
  local n = 0
  for _ in pairs(list) do n = n + 1 end
  return n
end

print(woods.oak:is_tall(), woods.elm:is_tall(), woods.birches[1]:is_tall(), woods.oak:is_green())
print(count(woods.birches), woods.count, count(woods.oak), #woods.oak)
print(woods.oak, woods.oak + woods.elm, woods.elm < woods.oak, woods.by_name.ash, woods.by_name.fixed[1])
print(getmetatable(woods.oak) == woods.Tree, woods.Tree(4).height)

drover.extend("sheep", function(def) def.states.fleeing = woods.resting end)
