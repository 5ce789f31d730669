local drover = require "drover"
local ball = drover.kind("ball", { body = { damping = 0.5 }, memory = { hits = 0 } })

-- @example scenario, tool, mouse, input
return drover.scenario {
  kinds = { ball },
  setup = function(world) world:scatter("ball", 10) end,

  -- 1 left, 2 middle, 3 right
  mousepressed = function(_, x, y, button, agent)
    if button == 1 and agent then
      agent.label = ("at %.0f, %.0f"):format(x, y)
    end
  end,
  mousereleased = function(_, _, _, _, agent)
    if agent then agent.label = nil end
  end,
  mousemoved = function(world, x, y)
    world.memory.pointer = drover.vec(x, y)
  end,
  wheelmoved = function(world, _, dy)
    world.settings.zoom = world.settings.zoom + dy
  end,
  keypressed = function(world, key)
    if key == "b" then world:scatter("ball", 1) end
  end,
  keyreleased = function(_, key) print(key .. " is up") end,
  settings = { drover.slider("zoom", 0, { min = -100, max = 100 }) },

  tools = { -- chosen by key or in the panel; then the mouse is theirs
    kick = {
      title = "Kick", key = "k",
      mousepressed = function(world, x, y)
        local nearest = world:nearest("ball", { x, y }, 10)
        if nearest then
          nearest.vx, nearest.vy = (nearest.x - x) * 5, (nearest.y - y) * 5
          nearest.hits = nearest.hits + 1
        end
      end,
      mousemoved = function(world, x, y)
        world.memory.aim = drover.vec(x, y)
      end,
      mousereleased = function(world) world.memory.aim = nil end,
      wheelmoved = function(_, _, dy) print(dy) end,
      draw = function(world, draw)
        local aim = world.memory.aim
        if aim then draw.circle(aim.x, aim.y, 10, { color = "gold" }) end
      end,
    },
  },
}
-- @end
