local drover = require "drover"
local deer = require "deer"

require "herd"

drover.group("pack", {
  elect = function(group)
    --[[elect]]
    return group:members()()
  end,
})

drover.flow("stream", {
  resolution = 20,
  interval = 0.2,
  field = function(x, y, z, t)
    --[[field]]
    return t, 1
  end,
})

return drover.scenario {
  kinds = { deer },
  seed = 3,
  bounds = { min = { 0, 0 }, max = { 80, 80 }, edge = "wrap" },
  settings = { drover.slider("pace", 5, { min = 0, max = 99 }) },
  monitors = {
    mean = function(world)
      --[[monitor]]
      return world:count "deer"
    end,
  },
  setup = function(world)
    local f, p = world:flow "stream", world:new_group "pack"
    world.memory.heard = {}
    world:scatter("deer", 30)
    for d in world:agents() do
      d.way = f
      if d.id % 3 == 0 then d.group = p end
    end
  end,
  setting = function(world, name, value)
    --[[setting]]
    world.memory.pace = value
  end,
  mousepressed = function(world, x, y)
    --[[input]]
    local a, distance = world:nearest("deer", x, y, 0, 50)
    local h = world.memory.heard
    h[#h + 1] = distance
    h[#h + 1] = world:key_down "k"
    if a then
      a.n = a.n + a:random()
      a.met[#a.met + 1] = a:count("deer", 20)
    end
  end,
  keypressed = function(world, key) world.memory.key = key end,
  draw = function(world, draw)
    --[[draw]]
    draw.circle(1, 1, 1)
  end,
  on_reload = function(world)
    --[[on_reload]]
  end,
  update = function(world)
    --[[update]]
    if world.tick % 9 == 4 then world:scatter("deer", 1) end
    if world.tick % 11 == 7 then world:agents "deer"():remove() end
    if world.tick % 13 == 5 then
      for g in world:agents "deer" do
        if g.group and g.group.leader == g then
          g:remove()
          break
        end
      end
    end
    world.memory.draw = world:random()
  end,
}
