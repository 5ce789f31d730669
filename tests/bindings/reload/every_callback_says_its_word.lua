local drover = require "drover"
local when = drover.when

local word = "old"
drover.group("g", { elect = function() print("elect " .. word) end })

local a = drover.kind("a", {
  init = function() print("init " .. word) end,
  on = {
    when.lua(function() print("lua " .. word) end),
    { when.after(0), function() print("choose " .. word) end },
  },
  step = function() print("kind step " .. word) end,
  initial = "one",
  states = {
    one = {
      enter = function() print("enter " .. word) end,
      step = function()
        print("step " .. word)
        return "two"
      end,
      leave = function() print("leave " .. word) end,
    },
    two = { on = { { when.after(0), "one" } } },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    print("setup " .. word)
    world:spawn("a", { group = world:new_group "g" })
  end,
  update = function() print("update " .. word) end,
  monitors = { m = function() print("monitor " .. word) end },
  settings = { drover.toggle("x", false) },
  setting = function() print("setting " .. word) end,
}
