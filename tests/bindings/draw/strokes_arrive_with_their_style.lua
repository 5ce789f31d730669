local drover = require "drover"
local vec = drover.vec

local a = drover.kind("a", { look = { size = 1 } })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    local draw = world.draw
    draw.line(1, 2, 3, 4)
    draw.arrow(5, 6, 7, 8, { color = "#11223344", width = 3 })
    draw.circle(9, 10, 11, { color = "red", fill = true })
    draw.arc(12, 13, 14, 0.5, -0.5)
    draw.polygon({ { 15, 16 }, vec(17, 18), { 19, 20 } }, {})
    draw.text("ho", 21, 22, { size = 30 })
    draw.text(7, 23, 24)
    draw.shape("tree", 25, 26, 27)
    draw.shape("wolf", 28, 29, 30, 0.5, { color = "gray", layer = "below" })
  end,
}
