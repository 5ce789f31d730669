local format = string.format

local function text(...)
  local parts = { select("#", ...) }
  for i = 1, select("#", ...) do
    local v = (select(i, ...))
    parts[#parts + 1] = type(v) == "string" and format("%q", v) or tostring(v)
  end
  return table.concat(parts, " ")
end

local map = { a = "x", b = false, [""] = "e", ab = 7, [1] = "one", [2] = 1.5, c = {} }

local function each(a, b)
  if a == "a" then return end
  if b then return b end
  if a == "c" then return {} end
  return a == "b" and 3 or "<" .. tostring(a) .. ">"
end

local function collect(s, p, init)
  local parts = {}
  for a, b, c in string.gmatch(s, p, init) do
    parts[#parts + 1] = text(a, b, c)
  end
  return table.concat(parts, ";")
end

return function(s, p, init, plain, replacement, most)
  if replacement == "map" then replacement = map end
  if replacement == "each" then replacement = each end
  return text(pcall(string.find, s, p, init, plain)) .. "\n" ..
    text(pcall(string.match, s, p, init)) .. "\n" ..
    text(pcall(collect, s, p, init)) .. "\n" ..
    text(pcall(string.gsub, s, p, replacement, most))
end
