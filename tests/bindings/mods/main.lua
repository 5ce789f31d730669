-- A scenario for the tests of mods: sheep that graze and flee.
local drover = require "drover"
local forest = require "forest"
local steer, blend, when = drover.steer, drover.blend, drover.when

drover.group("herd", { memory = { calm = true } })

local sheep = drover.kind("sheep", {
  body = { max_speed = 5 },
  slots = { goal = "point" },
  memory = { fear = 0 },
  initial = "grazing",
  states = {
    grazing = {
      speed = drover.setting("pace"),
      enter = function(self) print(self.id, "grazes") end,
      steer = blend.weighted {
        { steer.wander {}, 2 },
        blend.sum { steer.cohesion { kind = "sheep" }, steer.separation {}, steer.separation { radius = 9 } },
      },
      on = {
        { when.after(0.2), "fleeing" },
        { when.after(9), function() return "fleeing" end },
      },
    },
    fleeing = { on = { { when.after(0.2), "grazing" } } },
  },
})

return drover.scenario {
  title = "Sheep",
  kinds = { sheep },
  settings = { drover.slider("pace", 2, { max = 5 }) },
  monitors = { sheep = function(world) return world:count("sheep") end },
  tools = { feed = { key = "z", mousepressed = function() end } },
  setup = function(world, settings)
    print("base", settings.pace, #forest.trees)
    world:spawn("sheep", {})
  end,
  update = function(world)
    if world.tick == 2 then print "base update" end
  end,
}
