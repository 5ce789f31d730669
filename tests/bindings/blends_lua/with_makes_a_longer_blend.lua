local drover = require "drover"
local moth = require "moth"
local blend = drover.blend
local east, west, idle = moth.east, moth.west, moth.idle

local old = blend.allocate { budget = 4, { east, 0.0625 } }
local new = blend.with(old, { west, 2 })

return moth.ask {
  old,
  new,
  blend.with(blend.priority { idle }, west),
  blend.with(blend.sum { old }, blend.with(blend.weighted { { east, 3 } }, east)),
}
