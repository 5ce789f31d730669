local drover = require "drover"

local herd <const> = drover.data("herd.csv")

local function show(row)
  local parts = {}
  for name, value in pairs(row) do
    local type = math.type(value) or type(value)
    parts[#parts + 1] = ("%s = %s (%s)"):format(name, tostring(value), type)
  end
  print(table.concat(parts, ", "))
end

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    print(#herd, herd[6], herd[1].none)
    for _, row in ipairs(herd) do show(row) end
    for i, row in pairs(herd) do
      if row.name == "fox" then print(i) end
    end
    -- The same file is the same table.
    print(rawequal(herd, drover.data("herd.csv")), rawequal(herd, drover.data("copy.csv")))
    for _, change in ipairs {
      function() herd[1] = nil end,
      function() herd[1].name = "wolf" end,
      function() herd[1].new = 3 end,
      function() rawset(herd, 1, 2) end,
      function() table.insert(herd, {}) end,
    } do
      print(pcall(change))
    end
  end,
}
