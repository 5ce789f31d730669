local drover = require "drover"
local steer = drover.steer

local function build(world)
  world:obstacle { wall = { from = { 0, -50 }, to = { 0, -1 } } }
  world:obstacle { wall = { from = { 0, 1 }, to = { 0, 20 } } }
end

local walker = drover.kind("walker", {
  slots = { way = "path" },
  initial = "going",
  steer = steer.path_following { path = "way" },
  states = {
    going = {
      enter = function(self) self.way = self.world:plan(self, { 5, 0 }) end,
      step = function(self)
        if self.x > 4 then
          self.way:remove()
          return "there"
        end
      end,
    },
    there = {
      enter = function(self)
        print(self.way, self.x > 4)
        self:halt()
      end,
    },
  },
})

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    build(world)
    world:spawn("walker", { x = -5, y = -4 })
  end,
  update = function(world)
    if world.tick == 3 then print(world:plan({ -1, 0 }, { 1, 0 })) end
  end,
  monitors = {
    ways = function(world) return pcall(world.plan, world, { 0, 0 }, { 1, 1 }) and 1 or 0 end,
  },
}
