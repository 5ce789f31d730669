local drover = require "drover"
local when = drover.when

local rarely = when.chance(0.2)
local shared = {
  when.every(5) & rarely,
}

local a = drover.kind("a", {
  slots = { place = "point" },
  on = {
    { when.after(1) & (when.hears "x" | when.near("a", 3)) & ~when.chance(0.3) },
    { ~(~when.collided() | ~when.chance(drover.setting "p")) },
    { when.chance "place_chance" & (when.after(2) & when.arrived("place")) },
    -- These are fine.
    { ~(when.collided() | when.chance(0.5)) },
    { when.arrived("place") & when.chance(1) },
    { when.arrived("place") | when.chance(0.5) },
    { ~when.arrived("place") & when.chance(0.5) },
    { when.sees("a") & when.chance(0.5) },
    { when.every(5, { chance = 0.2 }) & when.hears("x", { chance = drover.setting "p" }) },
    table.unpack(shared),
  },
  model = drover.model { attributes = { place_chance = 0.5 } },
  init = function(self) self.place = { 0, 0 } end,
})
local b = drover.kind("b", { on = shared })

return drover.scenario { kinds = { a, b }, settings = { drover.slider("p", 0.5) }, setup = function() end }
