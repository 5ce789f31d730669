local drover = require "drover"

local plan <const> = drover.data("plan.wkt")
local square, line, parts, place, nothing = plan[1], plan[2], plan[3], plan[4], plan[5]

local function show(geometry)
  local bounds = geometry.bounds
  local around = bounds and ("%s to %s"):format(bounds.min, bounds.max)
  print(geometry, geometry.type, #geometry, geometry.area, geometry.length, geometry.holes, around)
end

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    show(plan)
    for part in plan:parts() do show(part) end
    for part in parts:parts() do show(part) end
    for part in square:parts() do print(rawequal(part, square), square[2], square[1.5]) end
    print(table.unpack(square:points()))
    print(table.unpack(square:points(1)))
    print(table.unpack(line:points()))
    print(table.unpack(place:points()))
    print(#nothing:points(), nothing:contains(0, 0))
    -- Inside, in the hole, on an edge, on a corner, on the edge of the hole, outside, level with a corner.
    local places = { { 1, 1 }, { 5, 5 }, { 0, 3 }, { 10, 10 }, { 4, 5 }, { -1, 3 }, { 11, 10 }, { 5, 4 }, { 7, 6 } }
    for _, at in ipairs(places) do
      print(at[1], at[2], square:contains(at), plan:contains(at[1], at[2]))
    end
    print(parts:contains(drover.vec(28, 2)), line:contains(3, 5), place:contains(1, 2))
    print(square:contains(world:spawn("ant", { x = 2, y = 2 })))
    for _, mistake in ipairs {
      function() return square.aera end,
      function() square.area = 3 end,
      function() square[1] = 3 end,
      function() square:contains("x") end,
      function() square:contains(1) end,
      function() square.contains(3, 1, 1) end,
      function() square:points(2) end,
      function() square:points(0.5) end,
      function() parts:points() end,
      function() world.memory.plan = square end,
    } do
      print(select(2, pcall(mistake)))
    end
  end,
}
