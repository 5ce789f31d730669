-- What `drover run SCENARIO --ticks TICKS --hash` prints last: hash.lua SCENARIO TICKS
local drover <const> = require "drover"

local world <close> = assert(drover.open(arg[1]))
world:step(math.tointeger(arg[2]))
print(("hash %s tick %d agents %d"):format(world:hash(), world.tick, world:count()))
