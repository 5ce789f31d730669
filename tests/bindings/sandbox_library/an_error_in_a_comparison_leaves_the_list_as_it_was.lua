local t, n = { 3, 1, 2, 5, 4 }, 0

print(pcall(table.sort, t, function(a, b)
  n = n + 1
  if n > 5 then error "no" end
  return a < b
end))

print(table.concat(t, " "))
