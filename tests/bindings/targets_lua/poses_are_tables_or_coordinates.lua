local drover = require "drover"
local run = require "boat"

return run {
  steer = drover.steer.docking { target = "berth" },
  step = function(self)
    print(self.berth)
    self.berth = { x = 1, y = 2, heading = 0.5 }
    print(self.berth.x, self.berth.y, self.berth.z, self.berth.heading)
    self:set("berth", 7, 8, 0, 0.25)
    print(self:get "berth")
    self:set("berth", { x = 5, y = 6 })
    print(self:get "berth")
    self.berth = self
    print(self.berth.x, self.berth.y, self.berth.heading)
    self.berth = nil
    print(self:get "berth")
  end,
}
