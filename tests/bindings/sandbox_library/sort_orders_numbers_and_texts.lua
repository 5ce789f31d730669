for n = 0, 40 do
  local t = {}
  for i = 1, n do
    t[i] = (i * 37) % 11
  end
  table.sort(t)
  for i = 2, n do
    assert(t[i - 1] <= t[i])
  end
  assert(#t == n)
end

local w = { "b", "a", "C" }
table.sort(w)
print(table.concat(w))
table.sort(w, function(a, b) return a > b end)
print(table.concat(w))
