-- Values of all sizes, to one agent or to all, some of which come and go.
local drover = require "drover"
local bags = require "bags"
local all, tick = {}, 0

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
    local does = {
      function(s) s.n = tick end,
      function(s) s.n = tick / 3 end,
      function(s) s.n = "n" .. tick end,
      function(s) s.n = nil end,
      function(s) s.n, s.name = tick % 2 == 0, tick end,
      function(s) s.name = "name " .. tick end,
      function(s) s.at, s.who = drover.vec(tick, tick), one() end,
      function(s) s.at, s.who = tick, drover.none end,
      function(s) s.bag = { tick, list = {} } end,
      function(s) s.bag = tick end,
      function(s)
        if type(s.bag) == "table" then s.bag[1] = tick end
      end,
      function(s) s.also = s.bag end,
      function(s) one().also = s.bag end,
      function(s) s.also = nil end,
      function()
        local i = world:random(1, #all)
        all[i]:remove()
        all[i] = world:spawn("a", { n = tick })
      end,
    }
    for _, s in ipairs(all) do
      if type(s.n) == "number" then s.n = s.n + 0.5 end
      s.at = drover.vec(tick, 1)
    end
    does[world:random(1, #does)](one())
  end,
}
