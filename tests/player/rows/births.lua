-- People come and go, so that ids are used again; dogs stay.
local drover = require "drover"

local person = drover.kind("person", {
  memory = {
    energy = 1, name = "none", plan = { step = 0 }, home = drover.vec(0, 0), friend = drover.none, calm = true,
  },
  steer = drover.steer.wander { strength = 1 },
  init = function(self)
    self.name = ("no. %d, \"the\" walker"):format(self.id)
    self.home = self.position
  end,
  step = function(self)
    self.energy = self.energy * 0.9
    self.plan.step = self.plan.step + 1
    self.calm = self.plan.step % 2 == 0
  end,
})
local dog = drover.kind("dog", { memory = { energy = 1 }, steer = drover.steer.wander {} })

return drover.scenario {
  kinds = { person, dog },
  tick_rate = 49,
  setup = function(world)
    local owner = world:spawn("person", { x = 1 / 3, y = -7 })
    for i = 1, 4 do world:spawn("person", { x = i, y = i / 7, heading = i }).friend = owner end
    world:scatter("dog", 2)
  end,
  update = function(world)
    if world.tick % 4 == 2 then
      for who in world:agents "person" do
        if who.id > 1 and (who.id + world.tick) % 3 == 0 then who:remove() end
      end
    elseif world.tick % 4 == 3 then
      world:spawn("person", { x = world:random() * 9, y = world.tick / 7 })
    end
  end,
}
