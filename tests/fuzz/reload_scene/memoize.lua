local cache = {}

return function(f)
  return function(x)
    if not cache[x] then cache[x] = f(x) end
    return cache[x]
  end
end
