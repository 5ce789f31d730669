local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when
local herd = require "herd"

return drover.kind("deer", {
  memory = { n = 0, near = drover.none, met = {} },
  body = { max_speed = 8 },
  initial = "walk",
  slots = { way = "flow" },
  blends = { odd = steer.wander { strength = 3 } },
  init = function(self) self.n = self.id end,
  states = {
    walk = {
      steer = blend.sum {
        steer.wander {},
        steer.custom {
          function(self)
            --[[custom]]
            return 0.1, 0
          end,
        },
        steer.flow_following { flow = "way" },
      },
      step = function(self)
        --[[step]]
        self.n = self.n + herd.step
        self.near = self:nearest("deer", 30) or self.near
      end,
      on = {
        {
          when.lua(function(self)
            --[[guard]]
            return self.state_time > 0.3
          end),
          function(self)
            --[[choose]]
            return "run"
          end,
        },
      },
    },
    run = {
      enter = function(self)
        --[[enter]]
        self:emit("boo", 20)
      end,
      leave = function(self)
        --[[leave]]
        self.color = "red"
      end,
      steer = steer.separation { kind = "deer", radius = 9 },
      on = { { when.after(0.2), "walk" } },
    },
  },
})
