-- Nine blocks, and the streets between and around them. Crossings are numbered from 1 to 16, row by row.

local drover = require "drover"

local streets = { HALF = 24 } -- meters

local BLOCKS, BLOCK = { -14, 0, 14 }, 9 -- the centers of blocks, and their width
local LINES = { -21, -7, 7, 21 } -- the centers of streets

function streets.crossing(number)
  local column, row = (number - 1) % #LINES, (number - 1) // #LINES
  return drover.vec(LINES[column + 1], LINES[row + 1])
end

--- The numbers of the crossings next to one.
function streets.neighbors(number)
  local column, list = (number - 1) % #LINES, {}
  if column > 0 then list[#list + 1] = number - 1 end
  if column < #LINES - 1 then list[#list + 1] = number + 1 end
  if number > #LINES then list[#list + 1] = number - #LINES end
  if number <= #LINES * (#LINES - 1) then list[#list + 1] = number + #LINES end
  return list
end

function streets.build(world)
  for _, x in ipairs(BLOCKS) do
    for _, y in ipairs(BLOCKS) do
      world:obstacle { box = { x = x, y = y, w = BLOCK, d = BLOCK }, color = "#6d5f52" }
    end
  end
end

return streets
