-- Types of links, and kinds of which one stays and one is carried along.

local drover = require "drover"

drover.link("rope", { width = 0.4, color = "#ff0000" })
drover.link("arrow", { width = 0.4, color = "#0000ff", directed = true })
local look = { size = 0.6, color = "green" }
local post = drover.kind("post", { body = { locomotion = "fixed", solid = false }, look = look })
local cart = drover.kind("cart", { body = { solid = false }, look = look })

return drover.scenario {
  kinds = { post, cart },
  tick_rate = 10,
  bounds = { min = { -15, -15 }, max = { 15, 15 }, edge = "wrap" },
  setup = function(world)
    local function tie(name, kind, x1, y1, x2, y2)
      world:spawn(kind, { x = x1, y = y1 }):link(name, world:spawn(kind, { x = x2, y = y2 }))
    end
    --[[setup]]
  end,
}
