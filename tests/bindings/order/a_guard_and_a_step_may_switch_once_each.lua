local drover = require "drover"
local when = drover.when

local function to(name)
  return {
    enter = function(_, from) print(from, name) end,
    step = function()
      print("step", name)
      return ({ a = "b", b = "c", c = "d" })[name]
    end,
    on = { { when.after(0), ({ a = "b", b = "c", c = "d", d = "d" })[name] } },
  }
end

local k =
  drover.kind("a", { initial = "a", states = { a = to "a", b = to "b", c = to "c", d = to "d" } })

return drover.scenario { kinds = { k }, setup = function(world) world:spawn("a", {}) end }
