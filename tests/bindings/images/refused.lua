local drover = require "drover"

local image = drover.image
local map <const> = image("map.png")
drover.field("grass", { cell = 1, max = 2 })

local mistakes = {
  function() image("none.png") end,
  function() image("folder.png") end,
  function() image("empty.png") end,
  function() image("text.png") end,
  function() image("cut.png") end,
  function() image("rotten.png") end,
  function() image("wide.png") end,
  function() image("../map.png") end,
  function() image("/tmp/map.png") end,
  function() image("map.jpg") end,
  function() image("mods/winter/map.png") end,
  function() image("map.png\0x") end,
  function() image(3) end,
  function() image() end,
  function(grass) grass:fill(map, { channel = "blu" }) end,
  function(grass) grass:fill(map, { channel = 3 }) end,
  function(grass) grass:fill(map, { amount = 0 / 0 }) end,
  function(grass) grass:fill(map, { amount = 1 / 0 }) end,
  function(grass) grass:fill(map, { amount = -1 }) end,
  function(grass) grass:fill(map, { amount = 3 }) end,
  function(grass) grass:fill(map, { amount = "2" }) end,
  function(grass) grass:fill(map, { amont = 1 }) end,
  function(grass) grass:fill(map, { 1 }) end,
  function(grass) grass:fill(map, 1) end,
  function(grass) grass:fill("map.png") end,
  function(grass) grass:fill() end,
  function(grass) grass:fill(1, { amount = 1 }) end,
  function(grass) grass:set(1, 1, map) end,
  function() return map:at(0, 1) end,
  function() return map:at(1, 4) end,
  function() return map:at(1.5, 1) end,
  function() return map:at("x", 1) end,
  function() return map.at(3, 1, 1) end,
  function() return map.widht end,
  function() map.width = 3 end,
  function(_, world) world.memory.map = map end,
}

return drover.scenario {
  bounds = { min = { 0, 0 }, max = { 4, 3 } },
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    local grass = world:field("grass")
    grass:fill(0.5)
    for _, mistake in ipairs(mistakes) do
      local fine, message = pcall(mistake, grass, world)
      print(fine and "nothing is wrong" or message)
    end
    print(grass:total())
  end,
}
