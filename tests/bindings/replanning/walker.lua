-- Plans again with what it has seen when its way is blocked, or when it is off it.
local drover = require "drover"
local steer, when = drover.steer, drover.when

local function replan(self)
  self:discover(self.known)
  if self.way then self.way:remove() end
  self.way = self.world:plan(self, self.goal, { known = self.known, clearance = 0.6 })
  self.plans = self.plans + 1
end

local walker = drover.kind("walker", {
  body = { radius = 0.4, max_speed = 1.5 },
  sight = { range = 5, angle = 4, occluded = true },
  slots = { way = "path", goal = "point", wall = "obstacle" },
  memory = { known = {}, plans = 0, walked = 0, deepest = 0 },
  steer = steer.path_following { path = "way" },
  step = function(self, dt)
    self.walked = self.walked + self.speed * dt
    if math.abs(self.y) < 6 and self.x < 12 then self.deepest = math.max(self.deepest, self.x) end
  end,
  on = {
    {
      when.blocked { clearance = 0.6, as = "wall" },
      function(self)
        print("blocked", self.wall, self:sees(self.wall) == self.wall)
        replan(self)
      end,
    },
    {
      when.off_path(2),
      function(self)
        print "off"
        replan(self)
      end,
    },
  },
})

return { kind = walker, replan = replan }
