-- usage: lua5.4 trace_street.lua SAMPLE TRACE.csv RADIUS DEPTH
-- Reads a trace of the pub sample and fails when a body was in a house, a tree or a bench by more than DEPTH meters.
-- They are those that the sample's street.lua builds, in a world that only takes them down.

local sample, trace, radius, allowed = table.unpack(arg)
radius, allowed = tonumber(radius), tonumber(allowed)

local boxes, spheres = {}, {}
local notebook = {}
function notebook.obstacle(_, def)
  if def.box then boxes[#boxes + 1] = def.box else spheres[#spheres + 1] = assert(def.sphere) end
end
dofile(sample .. "/street.lua").build(notebook)
assert(#boxes > 0 and #spheres > 0, "the street is empty")

-- How far a body at x, y reaches into the nearest of them; below zero into none.
local function depth(x, y)
  local nearest = math.huge
  for _, box in ipairs(boxes) do
    local aside, ahead = math.abs(x - box.x) - box.w / 2, math.abs(y - box.y) - box.d / 2
    local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
    nearest = math.min(nearest, outside + math.min(math.max(aside, ahead), 0))
  end
  for _, sphere in ipairs(spheres) do
    nearest = math.min(nearest, math.sqrt((x - sphere.x) ^ 2 + (y - sphere.y) ^ 2) - sphere.radius)
  end
  return radius - nearest
end

local rows, deepest = 0, -math.huge
for line in io.lines(trace) do
  local x, y = line:match("^%d+,[^,]+,%d+,[^,]+,[^,]*,([^,]+),([^,]+)")
  x, y = tonumber(x), tonumber(y)
  if x then
    rows = rows + 1
    deepest = math.max(deepest, depth(x, y))
  end
end
assert(rows > 1, "there is no trace")
print(string.format("%d rows, %.3f m deep at most", rows, deepest))
os.exit(deepest <= allowed)
