local drover = require "drover"
local steer, blend = drover.steer, drover.blend

-- @example scenario, tool, mouse, input
drover.group("herd", { slots = { call = "point", scare = "point" } })
local ball = drover.kind("ball", {
  memory = { hits = 0 },
  steer = blend.priority { -- an empty slot pulls nobody
    steer.flee { target = "group.scare", radius = 20 },
    steer.arrival { target = "group.call" },
    steer.wander {},
  },
})

return drover.scenario {
  kinds = { ball },
  setup = function(world)
    world.memory.herd = world:new_group "herd"
    world:scatter("ball", 10, { group = world.memory.herd })
  end,

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
    if key == "b" then
      world:scatter("ball", 1, { group = world.memory.herd })
    end
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
      wheelmoved = function(_, _, dy) print(dy) end,
    },
    -- left button: they come; right button: they flee; while it is held
    call = {
      title = "Call or scare", key = "g",
      mousepressed = function(world, x, y, button)
        local herd = world.memory.herd
        if button == 1 then herd.call = { x, y } end
        if button == 3 then herd.scare = { x, y } end
      end,
      mousemoved = function(world, x, y)
        local herd = world.memory.herd
        if herd.call then herd.call = { x, y } end
        if herd.scare then herd.scare = { x, y } end
      end,
      mousereleased = function(world)
        local herd = world.memory.herd
        herd.call, herd.scare = nil, nil
      end,
      draw = function(world, draw)
        local at = world.memory.herd.call
        if at then draw.circle(at.x, at.y, 2, { color = "gold" }) end
      end,
    },
  },
}
-- @end
