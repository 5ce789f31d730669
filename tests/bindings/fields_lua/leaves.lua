local drover = require "drover"
local schema = drover.schema

drover.field("scent", { cell = 1, max = 100 })
drover.field("ash", { cell = 1, max = 100 })

drover.kind("ant", {
  body = { locomotion = "fixed" }, slots = { rate = "number" }, initial = "loose",
  leaves = { scent = 2, ash = "rate" },
  states = {
    loose = {},
    own = { leaves = { ash = drover.setting "level" } },
    clean = { leaves = {} },
    hungry = { leaves = { scent = -5 } },
    waiting = schema.custom { leaves = { scent = 6 } },
    planning = drover.goap.goals {
      facts = { done = function() return false end },
      goals = { done = { wants = { done = true } } },
      actions = { go = { schema.custom {}, gives = { done = true } } },
      leaves = { scent = 7, ash = "rate" },
    },
  },
})

local function put(world, x, state, rate)
  world:spawn("ant", { x = x + 0.5, y = 0.5, state = state, rate = rate })
end

return drover.scenario {
  kinds = { "ant" }, tick_rate = 10, bounds = { min = { 0, 0 }, max = { 20, 10 } },
  settings = { drover.slider("level", 3, { min = 0, max = 10 }) },
  setup = function(world)
    put(world, 0, "loose", 1)
    put(world, 1, "loose") -- an empty slot leaves nothing
    put(world, 2, "own", 1)
    put(world, 3, "clean", 1)
    put(world, 4, "loose", 1)
    put(world, 4, "loose", 1)
    put(world, 5, "hungry", 1)
    put(world, 6, "waiting", 1)
    put(world, 7, "planning", 2)
    world:field("scent"):set(5.5, 0.5, 5.1)
  end,
  update = function(world)
    if world.tick ~= 10 then return end
    local line = ""
    for x = 0, 7 do
      line = line .. ("%.2f %.2f  "):format(world:field("scent"):at(x + 0.5, 0.5), world:field("ash"):at(x + 0.5, 0.5))
    end
    print(line)
  end,
}
