local drover = require "drover"
local tiled = require "tiled"

local village <const> = tiled.read("village.tmj")
drover.terrain("mud", { color = "brown" })
drover.field("wet", { cell = 1, max = 1 })
local person = drover.kind("person", { memory = { weight = 0 } })

local function show(list)
  for _, made in ipairs(list) do
    local parts = {}
    for key, value in pairs(made) do
      if key == "points" then
        local points = {}
        for i, point in ipairs(value) do points[i] = tostring(point) end
        value = table.concat(points, " ")
      elseif key == "properties" then
        local names = {}
        for name, property in pairs(value) do names[#names + 1] = name .. " " .. tostring(property) end
        value = table.concat(names, " ")
      elseif math.type(value) == "float" then
        value = ("%.3g"):format(value)
      end
      if value ~= "" and value ~= "0" then parts[#parts + 1] = key .. " " .. tostring(value) end
    end
    print(table.concat(parts, ", "))
  end
end

local function show_places(list, kind)
  for _, made in ipairs(list) do print(kind or made, ("%.3f %.3f"):format(made.x, made.y), made.heading) end
end

return drover.scenario {
  kinds = { person },
  bounds = village.bounds,
  setup = function(world)
    print(village.bounds.min, village.bounds.max, village.cell, village.properties.title)
    show(village:objects())
    print(#village:objects { layer = "people" }, #village:objects { type = "person" })
    print(#village:objects { name = "Ann" }, #village:objects { shape = "ellipse" },
      #village:objects { layer = "people", shape = "ellipse" })
    show(village:cells("ground", "wet"))
    print(#village:cells("ground"), #village:cells(), #village:cells("ground", "solid"), #village:cells(nil, "nothing"))
    local field = world:field("wet")
    village:fill(field, "ground", "wet")
    print(field:at(0.5, 2.5), field:at(1.5, 1.5), field:at(2.5, 2.5), field:total())
    show_places(village:build(world, { as = "obstacle", layer = "ground", property = "solid", hollow = true }))
    for _, region in ipairs(village:build(world, { as = "terrain", layer = "ground", property = "terrain" })) do
      print(region, region.x, region.y, region.terrain, world:terrain_at(0.1, 2.9), world:terrain_at(2.5, 2.5))
    end
    show_places(village:build(world, { as = "obstacle", layer = "things", type = "house" }))
    show_places(village:build(world, { as = "obstacle", layer = "things", name = "well" }))
    show_places(village:build(world, { as = "obstacle", layer = "things", type = "pond" }))
    show_places(village:build(world, { as = "obstacle", layer = "things", type = "fence" }))
    show_places(village:build(world, { as = "obstacle", type = "field", blocks = { sight = false } }))
    for _, path in ipairs(village:build(world, { as = "path", layer = "things", type = "fence", radius = 0.25 })) do
      print(path, path.length, path.radius, path.closed)
    end
    for _, region in ipairs(village:build(world, { as = "region", type = "field", speed = 0.5 })) do
      print(region, region.speed, region:contains(0.75, 0.75), region:contains(2, 2))
    end
    for _, one in ipairs(village:build(world, { as = "agent", type = "person" })) do
      print(one, one.x, one.y, ("%.4f"):format(one.heading), one.weight)
    end
    local guests = village:build(world, { as = "agent", name = "Ann", kind = person })
    print(#guests)
    print(pcall(village.build, village, world, { as = "obstacle" })) -- takes back what it has built
    print(world:obstacle { sphere = { x = 0, y = 0, radius = 1 } })
  end,
}
