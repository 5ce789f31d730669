-- A world made at random, of all that scripts can make, by the number in seed.lua. Saved, loaded and
-- rolled back it has to go on to the last bit; see any_world.c.
local drover = require "drover"
local dice = require "dice"
local acts = require "acts"
local kind = require "kinds"
local late = require "late"

dice.begin(1)
local space = dice.one_of("plane", "volume")
local far = dice.one_of(30, 30, 1e3, 1e9)

drover.group("pack", { slots = { quarry = "agent", den = "point" }, memory = { notes = drover.none },
  elect = function(group) return group:members()() end })
drover.terrain("mud", { weight = dice.within(0, 1e6), speed = dice.within(0, 100) })
drover.terrain("ice", { weight = 1, speed = 2, kinds = {
  walker = { weight = dice.within(0, 1e6) }, driver = { speed = dice.within(0, 100) } } })
drover.field("scent", { cell = far / dice.one_of(1, 7, 40), max = dice.within(1e-6, 1e9),
  evaporation = dice.one_of(nil, dice.within(0, 1e3)),
  diffusion = far < 1e6 and dice.one_of(nil, far * far / 1e4) or nil })
drover.field("ash", { cell = far / 3, max = 1 })
drover.link("rope", { spring = { length = dice.within(0, far), stiffness = dice.one_of(0, 1, 100, 1e12),
  damping = dice.one_of(nil, 1, 1e12) }, width = dice.within(0, 2e9) })
drover.link("leads", { directed = true, spring = dice.one_of(nil, { stiffness = dice.within(0, 1e3) }) })
drover.flow("breeze", { resolution = far / 5, field = function(x, y) return y, -x end })
drover.flow("gust", { resolution = 5, bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  interval = 0.1, field = function(x, _, _, t) return t * 1e30, x, 0 end })
if space == "volume" then
  drover.surface("ball", { sphere = { center = { 0, 0, -50 }, radius = dice.within(1e-6, 1e9) } })
  drover.surface("slope", { plane = { normal = { dice.within(-1, 1), dice.within(-1, 1), 0.3 } } })
  drover.surface("hills", { height = function(x, y) return 3 * math.sin(x / 5) + y / 10 end,
    min = { -30, -30 }, max = { 30, 30 }, resolution = 3 })
end

return drover.scenario {
  space = space, seed = require "seed", tick_rate = dice.one_of(1, 20, 60, 1000),
  bounds = { min = { -far, -far, -far }, max = { far, far, far }, edge = dice.one_of("open", "contain", "wrap") },
  kinds = { kind("legged", "walker"), kind("wheeled", "driver"), kind("flying", "bird"), kind("point_mass", "mass"),
    kind("surface", "crawler"), kind("fixed", "tree") },
  settings = { drover.slider("level", 5, { min = 0, max = 100 }), drover.toggle("odd", false),
    drover.choice("choice", "one", { "one", "two", "three" }) },
  setup = function(world)
    acts.begin(world)
    acts.of_world(world, 60)
    for _, name in ipairs { "walker", "driver", "bird", "mass", "crawler", "tree" } do
      for _ = 1, 4 do world:spawn(name, { x = world:random() * 40 - 20, y = world:random() * 40 - 20 }) end
    end
  end,
  timers = { pass = function(world, data) world.memory.any = data acts.of_world(world, 1) end },
  update = function(world)
    late(world)
    acts.of_world(world, 3)
  end,
}
