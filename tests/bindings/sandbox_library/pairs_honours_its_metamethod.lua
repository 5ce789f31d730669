local t = setmetatable({}, {
  __pairs = function(t)
    return function(_, k)
      k = (k or 0) + 1
      if k < 3 then return k, -k end
    end, t
  end,
})

for k, v in pairs(t) do
  print(k, v)
end

local co = coroutine.wrap(function()
  for k in
    pairs(setmetatable({}, {
      __pairs = function()
        coroutine.yield "yielded"
        return next, { 7 }
      end,
    }))
  do
    print(k)
  end
end)

print(co())
co()
