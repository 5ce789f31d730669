local drover = require "drover"

drover.group("g", { memory = { m = 0 } })
local a = drover.kind("a", { memory = { m = 0 } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for _, who in ipairs { world:spawn("a", {}), world:new_group "g" } do
      print(select(2, pcall(function() who.m = { { print } } end)))
      print(who.m)
    end
    print(select(2, pcall(function() world:spawn("a", { m = { f = print } }) end)))
  end,
}
