local t = setmetatable({}, { __index = { a = 1, 2, 3 }, __newindex = error })

print(rawget(t, "a"), rawlen(t), rawlen "abc", rawlen { 1, 2 })
print(rawset(t, "a", 5) == t, t.a, rawget(t, "a"), rawset({}, 1, 2)[1])
print(rawget(math, "pi") == math.pi, rawlen(math))
