local drover = require "drover"
local tiled = require "tiled"

local village <const> = tiled.read("village.tmj")
local meadow <const> = tiled.read(require "meadow")
local kind = drover.kind("person", {})
drover.field("wet", { cell = 1 })

local function map(change)
  local made = { orientation = "orthogonal", width = 1, height = 1, tilewidth = 1, tileheight = 1, layers = {} }
  for key, value in pairs(change) do made[key] = value end
  return made
end

local mistakes = {
  function() tiled.read() end,
  function() tiled.read(3) end,
  function() tiled.read {} end,
  function() tiled.read(map { orientation = "isometric" }) end,
  function() tiled.read(map {}, { scale = 0 }) end,
  function() tiled.read(map {}, { scale = "1" }) end,
  function() tiled.read(map {}, { scal = 1 }) end,
  function() tiled.read(map {}, 3) end,
  function() village:objects { layr = "people" } end,
  function() village:objects { layer = "peple" } end,
  function() village:objects { layer = "ground" } end,
  function() village:cells("people") end,
  function() meadow:cells("packed") end,
  function() meadow:cells("foreign", "solid") end,
  function(world) village:fill(world:field("wet"), "ground") end,
  function(world) village:fill(world:field("wet"), "ground", "terrain") end,
  function(world) village:build(world) end,
  function(world) village:build(world, { as = "house" }) end,
  function(world) village:build(world, { as = "terrain", layer = "ground" }) end,
  function(world) village:build(world, { as = "terrain", layer = "ground", property = "terrain" }) end,
  function(world) village:build(world, { as = "agent", layer = "ground" }) end,
  function(world) village:build(world, { as = "path", name = "well" }) end,
  function(world) village:build(world, { as = "region", type = "fence" }) end,
  function(world) village:build(world, { as = "obstacle", name = "Ann" }) end,
  function(world) village:build(world, { as = "obstacle", type = "sign" }) end,
  function(world) village:build(world, { as = "agent", name = "well" }) end,
  function(world) village:build(world, { as = "agent", type = "house" }) end,
  function(world) village:build(world, { as = "obstacle", type = "house", hollw = true }) end,
  function(world)
    local objects = { { id = 3, template = "x.tj" } }
    local templates = map { layers = { { type = "objectgroup", name = "a", objects = objects } } }
    tiled.read(templates):build(world, { as = "agent" })
  end,
  function() tiled.read(map { tilewidth = 0 }) end,
  function() tiled.read(map { height = 2.5 }) end,
  function() tiled.read(map { layers = { 3 } }) end,
  function() tiled.read(map { layers = { { type = "objectgroup", objects = { { id = 1, x = "1", y = 0 } } } } }) end,
  function() tiled.read(map { properties = { { value = 1 } } }) end,
  function() tiled.read(map { layers = { { name = "a", type = "tilelayer", width = 1, data = { "x" } } } }):cells() end,
}

return drover.scenario {
  kinds = { kind },
  setup = function(world)
    for _, mistake in ipairs(mistakes) do
      local fine, message = pcall(mistake, world)
      print(fine and "nothing is wrong" or message)
    end
  end,
}
