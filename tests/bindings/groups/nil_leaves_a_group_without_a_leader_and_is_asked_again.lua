local drover = require "drover"

drover.group("pack", {
  elect = function(group)
    print("elect", group.world.tick)
    if group.world.tick == 2 then return (group:members())() end
  end,
})

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { group = world:new_group "pack" }) end,
}
