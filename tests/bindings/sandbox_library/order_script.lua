local t = {}

for i = 1, 300 do
  t["key" .. (i * 7919) % 1009] = i
  t[(i * 31) % 97 - 40] = i
end

local order = {}

for k, v in pairs(t) do
  order[#order + 1] = tostring(k) .. "=" .. v
end

print(table.concat(order, " "))
local list = {}

for i = 1, 200 do
  list[i] = { i % 7, i }
end

table.sort(list, function(a, b) return a[1] < b[1] end)

for i = 1, 200 do
  order[i] = list[i][2]
end

print(table.concat(order, " ", 1, 200), math.random(1000), math.random())
print(tostring(t), print, coroutine.create(print))
