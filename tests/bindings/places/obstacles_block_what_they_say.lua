local drover = require "drover"

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local function try(blocks)
      local wall = { from = { 5, -2 }, to = { 5, 2 } }
      local ok, o = pcall(world.obstacle, world, { wall = wall, blocks = blocks })
      if not ok then
        print(o)
        return
      end
      print(o.blocks_sight, o.blocks_movement, o.blocks_planning)
      return o
    end
    local function way() return world:plan({ 0, 0 }, { 10, 0 }).length > 10 end
    try(nil):remove()
    try({}):remove()
    print(way())
    try({ movement = false }):remove()
    try({ movement = false, planning = true }):remove()
    local glass = try { sight = false }
    print(way())
    glass.blocks_sight = true
    print(glass.blocks_sight)
    glass.blocks_planning = false
    print(way(), glass.blocks_planning)
    try(1)
    try { sigth = false }
    try { sight = 0 }
    try { true }
    print(pcall(function() glass.blocks_sight = 1 end))
    print(pcall(function() glass.blocks = 1 end))
    print(pcall(function() world:region { shape = { sphere = {}, blocks = {} } } end))
  end,
}
