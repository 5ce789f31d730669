local drover = require "drover"
local when = drover.when

local function say(name)
  return {
    enter = function(self, from) print(self.world.tick, self.kind, "enter", name, from) end,
    leave = function(self, to) print(self.world.tick, self.kind, "leave", name, to) end,
    step = function(self) print(self.world.tick, self.kind, "step", name) end,
  }
end

local walking, mounted, resting = say "walking", say "mounted", say "resting"
walking.on = { { when.after(0.03), function(self) self:turn_into "rider" return "walking" end } }
mounted.on = { { when.after(0.03), "resting" } }

local walker = drover.kind("walker", { initial = "walking", states = { walking = walking } })
local rider = drover.kind("rider", { initial = "mounted", states = { mounted = mounted, resting = resting } })

return drover.scenario {
  kinds = { walker, rider },
  setup = function(world) world:spawn("walker", {}) end,
}
