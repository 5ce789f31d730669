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
  local blocks = {}
  for _, x in ipairs(BLOCKS) do
    for _, y in ipairs(BLOCKS) do
      blocks[#blocks + 1] = world:obstacle { box = { x = x, y = y, w = BLOCK, d = BLOCK }, color = "#6d5f52" }
    end
  end
  world.memory.blocks = blocks
end

-- Two houses side by side, wherever their block has been moved.
local function draw_houses(draw, block, turn)
  local style = { width = BLOCK / 2, color = "#80604f", layer = "below" }
  local heading = block.heading + turn
  local dx, dy = -BLOCK / 4 * math.sin(heading), BLOCK / 4 * math.cos(heading)
  for side = -1, 1, 2 do
    draw.shape("house", block.x + side * dx, block.y + side * dy, BLOCK, heading, style)
  end
end

function streets.draw(world, draw)
  for i, block in ipairs(world.memory.blocks) do
    if block.alive then draw_houses(draw, block, i % 2 * math.pi / 2) end
  end
end

return streets
