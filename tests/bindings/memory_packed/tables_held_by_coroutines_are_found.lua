local drover = require "drover"
local bags = require "bags"
local all, held, tick = {}, {}, 0

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
    local function wait(t, ...)
      local extra = { ... }
      local u = t.list
      while true do
        local n = coroutine.yield()
        t.n, u[1] = n, n
        if extra[1] then extra[1].n = n end
      end
    end
    held[1] = coroutine.wrap(wait)
    held[1](all[1].bag)
    held[2] = coroutine.create(wait)
    coroutine.resume(held[2], { list = {} }, all[2].bag)
    held[3] = coroutine.create(function(...)
      while true do
        local n = coroutine.yield()
        select(1, ...).n = n
      end
    end)
    coroutine.resume(held[3], all[3].bag)
    held[4] = coroutine.wrap(function()
      pcall(function(t)
        while true do
          t.n = coroutine.yield()
        end
      end, all[4].bag)
    end)
    held[4]()
    held[5] = coroutine.wrap(table.insert)
  end,
  update = function()
    tick = tick + 1
    held[1](tick)
    coroutine.resume(held[2], tick)
    coroutine.resume(held[3], tick)
    held[4](tick)
  end,
}
