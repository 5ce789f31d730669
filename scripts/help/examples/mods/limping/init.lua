-- @example mod, def, drover, declared_mod
local drover = require "drover"
local steer, when = drover.steer, drover.when

local crow = drover.kind("crow", {
  steer = steer.seek { target = drover.mouse },
})

drover.extend("wolf", function(def)
  def.memory.hurt = false
  def.states.walking.speed = drover.setting "pace" -- the mod's own
  def:replace("states.walking.steer.wander", steer.noise_wander {})
  def:after("states.walking.steer", steer.cohesion { kind = "wolf" })
  def:before("states.walking.on", { when.sees "crow", "resting" })
  def:wrap("states.resting.enter", function(before, self, from)
    before(self, from)
    self.hurt = self.id % 2 == 0
  end)
end)

drover.extend_scenario(function(def)
  def.title = "Wolves that limp"
end)

return drover.mod {
  kinds = { crow },
  settings = { drover.slider("pace", 1.5) }, -- --set limping.pace=2
  monitors = { -- limping.hurt in the window and in reports
    hurt = function(world)
      local count = 0
      for wolf in world:agents("wolf") do
        if wolf.hurt then count = count + 1 end
      end
      return count
    end,
  },
  tools = {
    crows = {
      mousepressed = function(world, x, y)
        world:spawn("crow", { x = x, y = y })
      end,
    },
  },
  timers = { -- limping.thaw, outside the mod
    thaw = function(world) world.settings.pace = 3 end,
  },
  setup = function(world, settings)
    print("pace", settings.pace)
    world:after(60, "thaw")
  end,
  update = function(world, dt)
    world.memory.time = (world.memory.time or 0) + dt
  end,
  draw = function(_, draw) draw.text("limping", 2, 48) end,
  on_reload = function(world) print("reloaded at", world.time) end,
}
-- @end
