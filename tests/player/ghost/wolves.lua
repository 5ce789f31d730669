-- All that people do changes the world, and what agents sensed decides what a click does.

local drover = require "drover"
local steer, when = drover.steer, drover.when

drover.group("pack", { memory = { howls = 0 } })

local wolf = drover.kind("wolf", {
  initial = "calm",
  sight = { range = 30 },
  memory = { hunger = 0, bag = { list = { 1, 2 } }, place = drover.none },
  slots = { goal = "point", other = "agent", pace = "number" },
  model = drover.model { attributes = { shy = 0.5 }, effects = { { "shy", "haste" } } },
  states = {
    calm = { steer = steer.wander {}, on = { { when.chance(0.3), "wild" } } },
    wild = { steer = steer.wander { rate = 2 }, on = { { when.after(0.4), "calm" } } },
  },
  step = function(self) self.hunger = self.hunger + 0.1 end,
})

local deer = drover.kind("deer", {})

return drover.scenario {
  kinds = { wolf, deer },
  settings = { drover.slider("births", 9, { min = 1, max = 99, step = 1 }) },
  setup = function(world)
    world:scatter("wolf", 12, { group = world:new_group "pack" })
    world:scatter("deer", 3)
    world.memory.clicks = 0
    world.memory[1] = "a key without a name"
    world.memory[2] = "another"
  end,
  mousepressed = function(world, _, _, _, agent)
    local first = world:agents "wolf"()
    if agent then agent.hunger = -1 end
    first.place = first:sees "wolf"
    first.hunger = first.hunger + first:random()
    world.memory.clicks = world.memory.clicks + (world:key_down "k" and 10 or 1)
  end,
  setting = function(world) world:scatter("wolf", 1) end,
  update = function(world)
    local first = world:agents "wolf"()
    if world.mouse then first.goal = world.mouse end
    if world:random() < 0.1 then first.bag.list[1] = first.bag.list[1] + 1 end
    if world.tick % world.settings.births == 0 then world:scatter("wolf", 1) end
  end,
}
