print(next {})
print(next { b = 1, a = 2 })
local t = { 10, 20, x = 1, [5] = 50 }
local k, v

repeat
  k, v = next(t, k)
  print(k, v)
until k == nil

print(next(t, 3))
print(next(t, 1.0))
print(next(t, "a"))
print(next({ [math.mininteger] = 1 }, math.maxinteger))
