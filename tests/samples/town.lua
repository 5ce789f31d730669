-- What is traced in the samples that are set in a town of houses.

local RADIUS = 0.3 -- m, of everybody there

package.preload.drover = function()
  return { vec = function(x, y) return { x = x, y = y } end }
end

local town = {}

--- The town of a sample, as its scripts have it.
function town.of(sample) return dofile(sample .. "/town.lua") end

--- How far a body at x, y reaches into the deepest house; below zero into none.
function town.depth(houses, x, y)
  local deepest = -math.huge
  for _, house in ipairs(houses) do
    local aside, ahead = math.abs(x - house[1]) - house[3] / 2, math.abs(y - house[2]) - house[4] / 2
    local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
    local inside = math.min(math.max(aside, ahead), 0)
    deepest = math.max(deepest, RADIUS - outside - inside)
  end
  return deepest
end

--- The rows of a report by their ticks.
function town.report(path)
  local columns, by_tick = {}, {}
  for line in io.lines(path) do
    local values = {}
    for value in line:gmatch("[^,]+") do values[#values + 1] = value end
    if #columns == 0 then
      columns = values
    else
      local row = {}
      for i, name in ipairs(columns) do row[name] = tonumber(values[i]) end
      by_tick[row.tick] = row
    end
  end
  return by_tick
end

return town
