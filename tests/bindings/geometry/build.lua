local drover = require "drover"

local plan <const> = drover.data("plan.wkt")
local square, line, parts = plan[1], plan[2], plan[3]
local closed = plan[6]
drover.terrain("mud", { color = "brown" })

local function show(list, are_regions)
  local names = {}
  for i, made in ipairs(list) do
    local is_hollow = not are_regions and made.hollow
    names[i] = ("%s at (%g, %g)%s"):format(made, made.x, made.y, is_hollow and " hollow" or "")
  end
  print(table.concat(names, ", "))
end

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    show(world:build(square, { as = "obstacle", walkable = true, color = "red" }))
    show(world:build(square, { as = "obstacle", hollow = true }))
    show(world:build(parts, { as = "obstacle", blocks = { sight = false } }))
    local walls = world:build(line, { as = "obstacle" })
    show(walls)
    local windows = world:build(parts, { as = "obstacle", blocks = { sight = false } })
    print(walls[1].blocks_sight, walls[1].hollow, windows[1].blocks_sight, windows[1].blocks_movement)
    local regions = world:build(parts, { as = "region", speed = 0.5, terrain = "mud" })
    show(regions, true)
    print(regions[1].speed, regions[1].terrain, regions[1]:contains(28, 2), world:terrain_at(28, 2))
    local ways = world:build(line, { as = "path", radius = 0.5 })
    print(#ways, ways[1].length, ways[1].radius, ways[1].closed)
    ways = world:build(closed, { as = "path", spline = true })
    print(#ways, ways[1].closed, ways[1].length > closed.length, ways[1].radius)
  end,
}
