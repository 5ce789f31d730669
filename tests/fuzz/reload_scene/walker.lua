local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when
local registry, counter = require "registry", require "counter"
local shapes, memoize = require "shapes", require "memoize"

-- Numbers, memory, and states differ from variant to variant.
local variant = 0
local steers = {
  steer.wander {},
  blend.sum { steer.wander { rate = 2 }, steer.separation { radius = 4 } },
  blend.weighted { { steer.cohesion { radius = 20 }, 0.2 }, steer.wander {} },
  blend.priority { steer.containment {}, steer.noise_wander {} },
}
local resting, waiting = "resting", "waiting"
if variant % 2 == 0 then resting, waiting = waiting, resting end

local before = shapes.round
local price = memoize(function(x) return x + counter() end)
shapes.round = function(x) return before(x) + variant % 7 end
registry.speed = registry.speed + variant % 3
registry.list[#registry.list + 1] = function(self) return self.id + variant % 11 end

return drover.kind("walker", {
  speed = 1.5 + variant % 5,
  memory = {
    steps = 0,
    met = drover.none,
    more = variant % 3 > 0 and { 1, { 2 } } or nil,
  },
  initial = "going",
  states = {
    going = {
      steer = steers[variant % 4 + 1],
      on = { { when.after((1 + variant % 9) / 10), resting } },
    },
    [resting] = {
      renamed_from = waiting,
      steer = steer.wander { strength = 1 + variant % 4 },
      enter = function(self)
        --[[enter]]
        self:emit("here", 10)
      end,
      on = { { when.chance(1), "going" } },
    },
  },
  step = function(self)
    --[[step]]
    self.steps = self.steps + self:random() + price(self.world.tick % 5)
    for _, each in ipairs(registry.list) do
      self.steps = self.steps + each(self)
    end
    self.met = self:nearest("walker", 20) or drover.none
  end,
})
