local drover = require "drover"
drover.link("rope", {})
drover.field("scent", {})
local a = drover.kind("a", {
  step = function(self)
    local near = self:neighbors("a", 5)[1]
    if near and not self:linked("rop", near) then self:link("ropes", near) end
    if near then self:unlink("rope", near) end
    return self:links("lead") and nil
  end,
  init = function(self) if self.id > 3 then self:turn_into("aa", {}) end end,
})
return drover.scenario {
  kinds = { a },
  setup = function() end,
  update = function(world)
    world:spawn("ab", {})
    world:scatter(a, 3)
    world:field("sent"):fill(1)
    print(#world:links("rope"), #world:links("scent"))
    world:new_group("pack")
    -- Names that are computed, and what an error is expected of, are left alone.
    for _, name in ipairs { "rope", "cord" } do print(#world:links(name)) end
    print(pcall(function() return world:links("cord") end))
  end,
}
