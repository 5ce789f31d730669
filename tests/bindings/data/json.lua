local drover = require "drover"

local data <const> = drover.data("layout.json")

local function show(value, depth)
  local kind = math.type(value) or type(value)
  if kind ~= "table" then return ("%s %s"):format(kind, tostring(value)) end
  local parts = {}
  for key, inner in pairs(value) do parts[#parts + 1] = ("%s: %s"):format(key, show(inner, depth + 1)) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    print(show(data, 0))
    print(#data.list, data.list[2] == drover.none, data.nothing, #data.zero)
    print(pcall(function() data.list[1] = 2 end))
    print(pcall(function() data.object.deep.er = 2 end))
    print(pcall(function() world.memory.layout = data end))
    print(drover.data("number.json"), drover.data("map.tmj")[1], #drover.data("text.JSON"))
  end,
}
