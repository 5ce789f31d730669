local drover = require "drover"

local a = drover.kind("a", { look = { size = 1 } })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    local draw = world.draw
    local function try(f, ...)
      local _, why = pcall(f, ...)
      print(why)
    end
    try(draw.line, 1, 2, 3)
    try(draw.arrow, 1, 2, "x", 4)
    try(draw.circle, 1, 2, -3)
    try(draw.circle, 0 / 0, 2, 3)
    try(draw.arc, 1, 2, 3, 4)
    try(draw.polygon, { { 1, 2 }, { 3, 4 } })
    try(draw.polygon, { { 1, 2 }, { 3, 4 }, 5 })
    try(draw.polygon, { { 1, 2 }, { 3, 4 }, { 1e99, 5 } })
    try(draw.text, "a", 1)
    try(draw.line, 1, 2, 3, 4, "red")
    try(draw.line, 1, 2, 3, 4, { colour = "red" })
    try(draw.line, 1, 2, 3, 4, { color = "rad" })
    try(draw.line, 1, 2, 3, 4, { color = 7 })
    try(draw.line, 1, 2, 3, 4, { fill = true })
    try(draw.text, "a", 1, 2, { width = 3 })
    try(draw.circle, 1, 2, 3, { width = 0 })
    try(draw.circle, 1, 2, 3, { fill = 1 })
    try(draw.circle, 1, 2, 3, { layer = "top" })
    try(draw.line, 1, 2, 3, 4, { layer = true })
    try(draw.shape, "shp", 1, 2, 3)
    try(draw.shape, "tree", 1, 2, 0)
    try(draw.shape, "tree", 1, 2, 3, "north")
    try(draw.shape, "tree", 1, 2, 3, 0, { fill = true })
    try(draw.shape, "tree", 1, 2, 3, 0, { width = 0 })
    try(draw.shape, "tree", 1, 2, 3, 0, { width = 1e30 })
    try(function() draw.lin(1, 2, 3, 4) end)
    try(function() draw.line = nil end)
    try(function() world.draw = nil end)
  end,
}
