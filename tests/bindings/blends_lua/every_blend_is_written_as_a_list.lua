local drover = require "drover"
local moth = require "moth"
local blend = drover.blend
local east, west, idle = moth.east, moth.west, moth.idle

return moth.ask {
  blend.sum { east, east },
  blend.average { east, { west, 3 }, idle },
  blend.weighted { { east, 2 }, west },
  blend.normalized { { east, 2 }, { idle, 5 } },
  blend.velocity { east },
  blend.priority { idle, west, east },
  blend.dither { { east, 0 }, west },
  blend.allocate { east, west },
  blend.rotate { { east, 2 }, west },
  blend.random { { east, 0 }, { west, 2 } },
}
