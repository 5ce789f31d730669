local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local stray = steer.wander { strength = 3 }

return drover.kind("deer", {
  body = { mass = "weight", max_speed = drover.setting "pace", max_force = 400 },
  sight = { range = 20, angle = 4, occluded = true },
  look = { color = "tan" },
  slots = {
    threat = "agent",
    seen_at = "point",
    weight = "number",
    way = "vector",
    rock = "obstacle",
    herd = "group",
  },
  memory = {
    fear = 0,
    age = 0,
    friends = {},
    path = { list = { 1, 2 } },
    name = drover.none,
    rest = 1,
  },
  blends = {
    odd = blend.sum { steer.wander { strength = 2 }, steer.separation { kind = "deer", radius = 3 } },
  },
  initial = "grazing",
  on = {
    { when.hears("alarm", { as = "threat", at = "seen_at" }), function(self) self.fear = self.fear + 1 end },
  },
  states = {
    grazing = {
      speed = 2,
      steer = blend.weighted {
        { steer.wander {}, "weight" },
        steer.cohesion { kind = "deer", radius = 12 },
        steer.obstacle_avoidance {},
      },
      on = {
        { when.sees("wolf", { within = 15, as = "threat", at = "seen_at" }), "fleeing" },
        { when.chance(0.1), function(self) self:steer(self.id % 2 == 0 and "odd" or nil) end },
      },
    },
    fleeing = {
      enter = function(self)
        self:emit("alarm", 25, self.threat)
        self.color = "red"
        self.max_speed = 9
      end,
      leave = function(self)
        self.color, self.max_speed, self.threat = nil, nil, nil
      end,
      steer = blend.priority { steer.obstacle_avoidance {}, steer.evasion { target = "threat" } },
      think = 3,
      step = function(self)
        self:apply(stray, 0.5)
        self.friends[self.world:nearest("deer", self.x, self.y) or self] = true
        self.rest = nil
        self.label = "runs " .. self.id
      end,
      on = { { when.loses("threat", 0.3) | when.after(2), "grazing" } },
    },
  },
  timers = {
    doze = function(self, data)
      self.age = self.age + data.count
      data.count, data.near = data.count + 1, self.world:nearest("deer", self.x, self.y)
      self:after(0.3 + self:random(), "doze", data)
    end,
  },
})
