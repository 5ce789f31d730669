local drover = require "drover"

drover.terrain("mud", {})
local map <const> = drover.image("map.png")
local noise <const> = drover.image("noise.png")

local mistakes = {
  function(world) world:build(map) end,
  function(world) world:build(map, { as = "obstacle" }) end,
  function(world) world:build(map, { as = "terrain" }) end,
  function(world) world:build(map, { as = "terrain", colors = 3 }) end,
  function(world) world:build(map, { as = "terrain", colors = {} }) end,
  function(world) world:build(map, { as = "terrain", colors = { "mud" } }) end,
  function(world) world:build(map, { as = "terrain", colors = { gren = "mud" } }) end,
  function(world) world:build(map, { as = "terrain", colors = { green = "mudd" } }) end,
  function(world) world:build(map, { as = "terrain", colors = { lime = "mud", ["#00ff00"] = "mud" } }) end,
  function(world) world:build(map, { as = "terrain", colors = { green = "mud" }, speed = 1 }) end,
  function(world) world:build(noise, { as = "terrain", colors = { white = "mud" } }) end,
}

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function(world)
    for _, mistake in ipairs(mistakes) do
      local fine, message = pcall(mistake, world)
      print(fine and "nothing is wrong" or message)
    end
    print(#world:build(map, { as = "terrain", colors = { navy = "mud" } }))
  end,
}
