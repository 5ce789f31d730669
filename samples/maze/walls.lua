-- The maze, as a plain Lua module: where its walls are.

local walls = { CELL = 3 } -- meters

-- From above: + and what is between them is wall. The way in is at the bottom left, the way out at the top right.
local MAZE = {
  "+-+-+-+-+-+-+",
  "|       |    ",
  "+ +-+ +-+ + +",
  "| |   |   | |",
  "+ +-+ +-+ +-+",
  "|   |   |   |",
  "+ +-+ +-+ +-+",
  "| |         |",
  "+-+-+-+-+-+-+",
}
walls.COLUMNS, walls.ROWS = #MAZE[1] // 2, #MAZE // 2

--- Call `wall` with the corners x, y, x, y of each - and |.
function walls.each(wall)
  local half = walls.CELL / 2
  for line, text in ipairs(MAZE) do
    local y = (#MAZE - line) / 2 * walls.CELL
    for i = 1, #text do
      local x, sign = (i - 1) / 2 * walls.CELL, text:sub(i, i)
      if sign == "-" then wall(x - half, y, x + half, y) end
      if sign == "|" then wall(x, y - half, x, y + half) end
    end
  end
end

return walls
