-- Numbers of a world made at random. While modules load they come of the seed alone; later of the
-- world's own stream, which a snapshot keeps.
local dice = {}

local seed = require "seed"
local state, world

-- A module that is loaded again draws what it drew before.
function dice.begin(stream) state = (seed * 0x9E3779B97F4A7C15 ~ 0x2545F4914F6CDD1D) + stream * 0x632BE59BD9B4E019 end
dice.begin(0)

function dice.unit()
  if world then return world:random() end
  state = state ~ (state << 13)
  state = state ~ (state >> 7)
  state = state ~ (state << 17)
  return (state >> 11) / (1 << 53)
end

-- Draw from the world while `act` runs.
function dice.of(of_world, act, ...)
  world = of_world
  local ok, message = pcall(act, ...)
  world = nil
  return ok, message
end

function dice.one_of(...)
  return (select(1 + math.floor(dice.unit() * select("#", ...)), ...))
end

function dice.happens(probability) return dice.unit() < probability end

function dice.whole(low, high) return low + math.floor(dice.unit() * (high - low + 1)) end

local tiny = { 0.0, -0.0, 5e-324, -5e-324, 1e-45, 1e-38, -1e-7, 1e-3 }

-- In a range, its ends more often than all else.
function dice.within(low, high)
  local roll = dice.unit()
  if roll < 0.1 then return low end
  if roll < 0.2 then return high end
  local value
  if roll < 0.3 then value = tiny[dice.whole(1, #tiny)]
  elseif roll < 0.8 then value = (dice.unit() - 0.5) * 10 ^ dice.whole(-2, 3)
  else value = low + (high - low) * dice.unit() end
  return value >= low and value <= high and value or low
end

-- In the range of a parameter of the catalogue, where 1e30 stands for infinity.
function dice.of_parameter(parameter)
  if parameter[2] == "boolean" then return dice.happens(0.5) end
  if parameter[2] == "solidity" then return dice.one_of(true, false, "agents") end
  if parameter.max < 1e30 then return dice.within(parameter.min, parameter.max) end
  return dice.one_of(parameter.min, math.max(parameter.min, 5), 1e30, math.huge)
end

-- In the range mostly; else what has to be refused, or may be anything.
function dice.about(low, high)
  if dice.happens(0.9) then return dice.within(low, high) end
  return dice.one_of(high * 1.001, low - 1, high * 1e6, 1e15, -1e15, 1e30, -1e38, 1e300, math.huge, -math.huge,
    0 / 0, 2 ^ 53, -1)
end

-- Places near the middle mostly, so that things meet.
function dice.coordinate()
  return dice.happens(0.8) and (dice.unit() - 0.5) * 60 or dice.about(-1e9, 1e9)
end

function dice.point() return { dice.coordinate(), dice.coordinate(), dice.coordinate() } end

return dice
