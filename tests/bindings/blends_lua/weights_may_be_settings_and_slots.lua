local drover = require "drover"
local moth = require "moth"
local blend = drover.blend
local east, west = moth.east, moth.west

return moth.ask {
  blend.average { { east, drover.setting "level" }, west },
  blend.dither { { east, "amount" }, west },
}
