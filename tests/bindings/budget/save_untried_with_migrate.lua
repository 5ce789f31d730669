-- What a save makes of save_untried.lua: agents lose their state, and their memory can be kept again.
local drover = require "drover"

local function kind(name, migrate)
  return drover.kind(name, {
    initial = "calm",
    migrate = migrate,
    memory = { entered = 0, reloaded = false },
    states = {
      calm = { enter = function(self) self.entered = self.entered + 1 end },
    },
  })
end

return drover.scenario {
  kinds = { kind("one", --[[one]] nil), kind("two", --[[two]] nil) },
  on_reload = function(world)
    world.memory.t = nil
    --[[on_reload]]
    for each in world:agents() do
      each.reloaded = true
    end
  end,
}
