-- usage: lua5.4 trace_inside.lua SAMPLE TRACE.csv TREES WIDTH DEPTH
-- Reads a trace of the caribou sample and fails when an agent was outside of the bounds, or inside a tree for longer
-- than a second. The trees are those that the sample's forest.lua plants, in a world that only takes them down.

local sample, trace, count, width, depth = table.unpack(arg)
width, depth = tonumber(width), tonumber(depth)

local LONGEST = 1.0 -- seconds

local trees = {}
local notebook = {}
function notebook.obstacle(_, def)
  if def.sphere then trees[#trees + 1] = def.sphere end
end
dofile(sample .. "/forest.lua").plant(notebook, tonumber(count))
assert(#trees == tonumber(count), "the forest has another number of trees")

local function is_inside(x, y)
  for _, tree in ipairs(trees) do
    local dx, dy = x - tree.x, y - tree.y
    if dx * dx + dy * dy < tree.radius * tree.radius then return true end
  end
  return false
end

local since, longest, rows, failures = {}, 0, 0, 0
local function fail(...)
  failures = failures + 1
  if failures <= 10 then print(string.format(...)) end
end

for line in io.lines(trace) do
  local time, id, kind, x, y = line:match("^%d+,([^,]+),(%d+),([^,]+),[^,]*,([^,]+),([^,]+)")
  if time then
    rows = rows + 1
    time, x, y = tonumber(time), tonumber(x), tonumber(y)
    if not (x >= 0 and x <= width and y >= 0 and y <= depth) then
      fail("%s %s is out of bounds at %g s: %g, %g", kind, id, time, x, y)
    end
    if not is_inside(x, y) then
      since[id] = nil
    else
      since[id] = since[id] or time
      longest = math.max(longest, time - since[id])
      if time - since[id] > LONGEST then fail("%s %s is inside a tree at %g s: %g, %g", kind, id, time, x, y) end
    end
  end
end

if rows == 0 then fail("the trace has no rows") end
print(string.format("%d rows, longest stay inside a tree %.2f s", rows, longest))
os.exit(failures == 0)
