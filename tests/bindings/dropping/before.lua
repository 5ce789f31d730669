local drover = require "drover"
local steer, blend, vec = drover.steer, drover.blend, drover.vec

-- Something in use of all that a swap can move.
drover.group("pack", {
  memory = { n = 1, order = {} },
  slots = { den = "point", quarry = "agent" },
})

drover.flow("wind", { resolution = 50, field = function() return 1, 0 end })
drover.terrain("mud", { weight = 3 })

local stray = steer.wander { strength = 2 }

local deer = drover.kind("deer", {
  memory = { fear = 2, bag = { a = 1 }, list = {}, old = 5 },
  slots = { threat = "agent", at = "point" },
  initial = "calm",
  states = {
    calm = {},
    lost = { think = 4, step = function(self) self:apply(stray) end },
    wild = { steer = blend.sum { steer.wander {}, steer.cohesion { radius = 9 } } },
  },
})

return drover.scenario {
  kinds = { deer, drover.kind("wolf", { memory = { n = 1 } }), drover.kind("fox", {}) },
  settings = { drover.slider("pace", 5, { min = 1, max = 9 }) },
  bounds = { min = { 0, 0 }, max = { 50, 50 } },
  setup = function(world)
    local pack = world:new_group "pack"
    world:flow "wind"
    world:terrain "mud"
    pack.n, pack.order[1], pack.den = 4, "x", vec(1, 2)
    world:spawn("wolf", { group = pack })
    world:spawn "fox"
    for i, name in ipairs { "calm", "wild", "lost" } do
      local d = world:spawn("deer", { x = 9 * i, y = 9, state = name, old = i })
      for k = 1, 99 do
        d.list[k] = { k }
      end
      d.threat, d.at = d, vec(i, i)
    end
  end,
  -- Something to allocate behind the swap, too.
  on_reload = function(world)
    local t = { 1 }
    for _ = 1, 50 do
      t = { t }
    end
    world.memory.t = t
  end,
}
