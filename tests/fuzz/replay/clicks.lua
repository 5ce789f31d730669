local drover = require "drover"

local fly = drover.kind("fly", { steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { fly },
  settings = { drover.slider("pace", 1, { max = 9 }) },
  setup = function(world) world:scatter("fly", 5) end,
  mousepressed = function(world, x, y, _, agent)
    if agent then agent:remove() end
    world:spawn("fly", { x = x, y = y })
  end,
  keypressed = function(world, key) world.memory[key] = world:key_down(key) end,
}
