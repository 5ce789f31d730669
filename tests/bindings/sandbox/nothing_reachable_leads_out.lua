local forbidden = {
  dump = true,
  load = true,
  loadstring = true,
  dofile = true,
  loadfile = true,
  collectgarbage = true,
  io = true,
  os = true,
  debug = true,
  package = true,
  _G = true,
  execute = true,
  getregistry = true,
  sethook = true,
}

local seen, found = {}, 0

local function walk(value, path)
  if value == nil or seen[value] then return end
  seen[value] = true
  found = found + 1
  local meta = getmetatable(value)
  if meta then walk(meta, path .. "<meta>") end
  if type(value) ~= "table" then return end
  for k, v in pairs(value) do
    if forbidden[k] then print(path .. "." .. k) end
    walk(v, path .. "." .. tostring(k))
  end
end

walk(_ENV, "_ENV")
walk("", "string")
walk(coroutine.running(), "thread")

for name in pairs(forbidden) do
  local ok, value = pcall(function() return _ENV[name] end)
  assert((not ok or value == nil) and ("")[name] == nil, name)
end

print(found > 70, getmetatable "" == false, getmetatable(_ENV) == false)
