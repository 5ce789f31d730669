local drover = require "drover"
local bags = require "bags"
local all, held, tick = {}, {}, 0

return drover.scenario {
  kinds = bags.kinds,
  setup = function(world)
    bags.spawn(world, all)
    for i = 13, 40 do
      all[i] = world:spawn("a", {})
    end
  end,
  update = function(world)
    tick = tick + 1
    local function one() return all[world:random(1, #all)] end
    local function table_of(s)
      local b = s.bag
      if type(b) ~= "table" then
        b = {}
        s.bag = b
      end
      if world:random() < 0.3 and type(b.list) == "table" then b = b.list end
      return b
    end
    local does = {
      function(s) s.n = tick end,
      function(s) s.label = "l" .. tick end,
      function(s) table_of(s).n = tick end,
      function(s) held[world:random(1, 3)] = table_of(s) end,
      function()
        local h = held[world:random(1, 3)]
        if h then h.n = -tick end
      end,
      function() held[world:random(1, 3)] = nil end,
      function(s) s.also = table_of(one()) end,
      function(s) s.also = nil end,
      function(s) s.bag = { list = {} } end,
      function(s) table_of(s).other = held[world:random(1, 3)] end,
      function(s) table_of(s).other = nil end,
      function(s)
        if s.also then s.also.k = tick end
      end,
      function(s) world.memory.t = table_of(s) end,
      function()
        if world.memory.t then world.memory.t.w = tick end
      end,
      function(s)
        local t = table_of(s)
        held.c = coroutine.wrap(function()
          while true do
            t.c = tick
            coroutine.yield()
          end
        end)
      end,
      function()
        if held.c then held.c() end
      end,
      function(s)
        for i, o in ipairs(all) do
          if o == s then
            s:remove()
            all[i] = world:spawn("a", {})
            break
          end
        end
      end,
    }
    for _ = 1, world:random(0, 2) do
      does[world:random(1, #does)](one())
    end
  end,
}
