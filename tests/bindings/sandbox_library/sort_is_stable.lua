local t = {}

for i = 1, 1000 do
  t[i] = { (i * 7) % 10, i }
end

table.sort(t, function(a, b) return a[1] < b[1] end)
local fine = true

for i = 2, 1000 do
  local a, b = t[i - 1], t[i]
  fine = fine and (a[1] < b[1] or a[1] == b[1] and a[2] < b[2])
end

print(fine, #t)
