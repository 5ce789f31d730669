-- usage: lua5.4 trace_burglar.lua SAMPLE TRACE.csv REPORT.csv DEPTH FROM
-- Reads a trace of the burglar sample with a row in every tick, and its report. Fails when a body was in a house by
-- more than DEPTH meters; when the officer went on to a corner that is not the next one, or while he was more than FROM
-- meters from the last; when he was never interrupted on the way, or turned no corner after that. Prints all of it.

local sample, trace, report, depth_allowed, from_allowed = table.unpack(arg)
depth_allowed, from_allowed = tonumber(depth_allowed), tonumber(from_allowed)

local traced = dofile((arg[0]:gsub("[^/]*$", "town.lua")))
local town = traced.of(sample)
local by_tick = traced.report(report)

local deepest, farthest, corners, resumed, wrong = -math.huge, 0, 0, 0, 0
local corner, noticed, is_interrupted

local function follow_beat(row, x, y)
  if corner and row.corner ~= corner then
    local place = town.BEAT[corner]
    corners = corners + 1
    if row.corner ~= corner % #town.BEAT + 1 then wrong = wrong + 1 end
    farthest = math.max(farthest, math.sqrt((x - place.x) ^ 2 + (y - place.y) ^ 2))
    if is_interrupted then resumed = resumed + 1 end
    is_interrupted = false
  end
  if noticed and row.noticed > noticed then is_interrupted = true end
  corner, noticed = row.corner, row.noticed
end

local rows = 0
for line in io.lines(trace) do
  local tick, kind, x, y = line:match("^(%d+),[^,]+,%d+,([^,]+),[^,]*,([^,]+),([^,]+)")
  if tick then
    rows = rows + 1
    x, y = tonumber(x), tonumber(y)
    deepest = math.max(deepest, traced.depth(town.HOUSES, x, y))
    if kind == "officer" then follow_beat(assert(by_tick[tonumber(tick)], "a tick is not in the report"), x, y) end
  end
end

assert(rows > 1, "there is no trace")
print(string.format("%d rows: %.3f m deep in a house at most; %d corners, %d not in order, %d after an interruption, "
  .. "%.2f m off at most", rows, deepest, corners, wrong, resumed, farthest))
os.exit(deepest <= depth_allowed and wrong == 0 and resumed > 0 and farthest <= from_allowed)
