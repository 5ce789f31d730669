local low, high, sum = 1, 0, 0

for _ = 1, 10000 do
  local r = math.random()
  low, high = math.min(low, r), math.max(high, r)
  sum = sum + r
end

print(low >= 0 and low < 0.01, high < 1 and high > 0.99, math.abs(sum - 5000) < 150)
local seen = {}

for _ = 1, 1000 do
  seen[math.random(6)] = true
end

print(#seen, seen[0], seen[7])

for _ = 1, 1000 do
  local r = math.random(-2, 2)
  assert(r >= -2 and r <= 2)
end

print(math.random(5, 5), math.type(math.random(0)), math.random(0) ~= math.random(0))

for i = 1, 100 do
  assert(math.random(math.mininteger, math.maxinteger) ~= i)
  assert(math.random(0x7fffffffffffffff) > 0)
end
