local drover = require "drover"
local steer = drover.steer

local north = steer.seek { target = { 0, 1e6 } }
local function try(self) print(select(2, pcall(self.apply, self, north))) end
local a = drover.kind("a", { initial = "one", init = try, states = { one = { enter = try } } })

local function all(world)
  for s in world:agents() do
    try(s)
  end
end

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  settings = { drover.slider("size", 1, { max = 2 }) },
  setting = all,
  keypressed = all,
  update = function(world)
    if world.tick == 1 then world:spawn("a", {}) end
  end,
}
