local co = coroutine.create(function(a, b)
  local c = coroutine.yield(a + b)
  error("oops " .. c)
end)

print(coroutine.status(co), coroutine.resume(co, 1, 2))
print(coroutine.status(co), coroutine.resume(co, "x"))
print(coroutine.status(co), coroutine.resume(co))
print(coroutine.resume(coroutine.running()))
print(coroutine.close(coroutine.create(print)), pcall(coroutine.close, coroutine.running()))

local closed = coroutine.create(function()
  local _ <close> = setmetatable({}, {
    __close = function()
      print "closed"
      error "c"
    end,
  })
  coroutine.yield()
end)

coroutine.resume(closed)
print(coroutine.close(closed))
print(coroutine.status(closed))

local wrapped = coroutine.wrap(function()
  local _ <close> = setmetatable({}, { __close = function(_, e) print("with", e) end })
  error "w"
end)

print(pcall(wrapped))
print(pcall(wrapped))
print(coroutine.isyieldable(), select(2, coroutine.running()))
coroutine.wrap(function() print(coroutine.isyieldable(), coroutine.status(co)) end)()
