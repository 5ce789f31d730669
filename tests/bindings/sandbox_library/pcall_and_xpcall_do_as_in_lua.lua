print(pcall(function(...) return ... end, 1, nil, 3))
print(pcall(error, "x"))
print(select("#", pcall(error)))
print(xpcall(function(a) error(a, 0) end, function(m) return m .. "!" end, "bad"))
print(xpcall(function(...) return select("#", ...) end, print, 1, 2))
print(pcall(pcall))
print(pcall(xpcall, print))

local co = coroutine.wrap(function()
  print(pcall(function()
    print(coroutine.yield(1))
    error "after"
  end))
  print(xpcall(function()
    coroutine.yield(2)
    error "x"
  end, function() return "h" end))
  return 3
end)

print(co())
print(co "in")
print(co())
print(select(2, pcall(error, setmetatable({}, { __name = "E" }))))
