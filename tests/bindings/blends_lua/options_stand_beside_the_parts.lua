local drover = require "drover"
local moth = require "moth"
local blend = drover.blend
local east, west, idle = moth.east, moth.west, moth.idle

return moth.ask {
  blend.average { all = true, east, idle },
  blend.velocity { inertia = 0, { east, 2 }, west, west, west },
  blend.allocate { east, budget = 12 },
  blend.allocate { budget = drover.setting "level", east },
  blend.allocate { budget = "amount", east },
}
