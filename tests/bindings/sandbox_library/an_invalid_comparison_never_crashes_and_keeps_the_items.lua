for _, f in ipairs {
  function() return true end,
  function() return false end,
  function() return math.random() < 0.5 end,
} do
  local t, sum = {}, 0
  for i = 1, 500 do
    t[i] = i
  end
  table.sort(t, f)
  for i = 1, #t do
    sum = sum + t[i]
  end
  print(#t, sum)
end
