local t, n = {}, 0

for i = 1, 100 do
  t["k" .. i] = i
end

for k, v in pairs(t) do
  n = n + 1
  t[k] = nil
  t["k" .. (v + 1)] = nil
end

print(n, next(t))
