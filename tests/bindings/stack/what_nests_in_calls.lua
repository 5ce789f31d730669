local drover = require "drover"

local depth, world = 0, nil

local a = drover.kind("a", {
  initial = "one",
  memory = { n = 0 },
  init = function()
    depth = depth + 1
    if depth < 60 then
      local function more() world:spawn("a", { n = depth }) end
      if depth % 3 == 0 then
        coroutine.wrap(more)()
      else
        pcall(more)
      end
    end
  end,
  states = {
    one = {
      enter = function(self)
        if self.n < 30 then world:spawn("a", { n = self.n + 1 }) end
      end,
      leave = function() world:spawn("a", { state = "two" }) end,
    },
    two = {},
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(w)
    world = w
    local function nest(n)
      if n == 0 then return world:spawn("a", {}) end
      return coroutine.wrap(function() return select(2, pcall(nest, n - 1)) end)()
    end
    nest(25)
    local function fail(n)
      if n == 0 then error {} end
      local _, e = xpcall(fail, function(e) return pcall(error, e) and e or e end, n - 1)
      error(e)
    end
    pcall(fail, 40)
    for agent in world:agents("a", { state = "one" }) do
      coroutine.wrap(function() agent:become "two" end)()
    end
    print(world:count() > 60)
  end,
}
