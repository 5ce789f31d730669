-- A helper that holds tables inside each other, the last of which holds the first.
local t = { deep = {} }
local at = t.deep
for _ = 1, 200 do
  at.deep = {}
  at = at.deep
end
at.deep = t
t.note = function() return t end

return t
