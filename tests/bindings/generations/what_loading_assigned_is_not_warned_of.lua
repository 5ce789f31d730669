local drover = require "drover"

require "other"
local later, nan, same = nil, 0 / 0, "same"
local list, scratch = {}, nil

local function register(x)
  nan = 0 / 0
  list[#list + 1] = x
  later = #list
end

register(1)
register(2)

local a = drover.kind("a", {
  step = function(self)
    scratch = self.id
    list[1] = scratch
    same = "sa" .. "me"
    nan = 0 / 0
    scratch = nil
    return later == "no" and "state" or nil
  end,
})

return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", {}) end }
