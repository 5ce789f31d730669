-- What others write into, count with and cache in.
local registry = { list = {}, calls = 0, cache = {} }

function registry.add(rule) registry.list[#registry.list + 1] = rule end

function registry.root(x)
  registry.calls = registry.calls + 1
  registry.cache[x] = registry.cache[x] or math.sqrt(x) + registry.calls
  return registry.cache[x]
end

return registry
