local woods = require "woods"

local function count(list)
  local n = 0
  for _ in pairs(list) do n = n + 1 end
  return n
end

print(woods.oak:is_tall(), woods.elm:is_tall(), woods.birches[1]:is_tall())
print(count(woods.birches), woods.count, count(woods.oak))
