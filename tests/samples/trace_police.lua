-- usage: lua5.4 trace_police.lua SAMPLE TRACE.csv REPORT.csv DEPTH FROM
-- Reads a trace of the police_tree sample with a row in every tick, and its report. Fails when a body was in a house by
-- more than DEPTH meters; or when the officer gave up somebody whom he had lost out of sight without having been within
-- FROM meters of where he saw him last. Prints both.

local sample, trace, report, depth_allowed, from_allowed = table.unpack(arg)
depth_allowed, from_allowed = tonumber(depth_allowed), tonumber(from_allowed)

local traced = dofile((arg[0]:gsub("[^/]*$", "town.lua")))
local houses = traced.of(sample).HOUSES
local by_tick = traced.report(report)

local deepest, searches, farthest, failures = -math.huge, 0, 0, 0
local places = {}
local last_seen, nearest, lost -- where he saw him last; how near he has come to that since; how many he had lost

local function look_at(row)
  local officer, burglar = places.officer, places.burglar
  if row.chased == 1 and row.seen == 1 then
    last_seen, nearest = burglar, nil
  elseif row.chased == 1 and last_seen then
    local dx, dy = officer[1] - last_seen[1], officer[2] - last_seen[2]
    nearest = math.min(nearest or math.huge, math.sqrt(dx * dx + dy * dy))
  else
    if nearest and row.lost > lost then
      searches = searches + 1
      farthest = math.max(farthest, nearest)
      if nearest > from_allowed then failures = failures + 1 end
    end
    last_seen, nearest = nil, nil
  end
  lost = row.lost
end

local rows = 0
for line in io.lines(trace) do
  local tick, kind, x, y = line:match("^(%d+),[^,]+,%d+,([^,]+),[^,]*,([^,]+),([^,]+)")
  if tick then
    rows = rows + 1
    x, y = tonumber(x), tonumber(y)
    deepest = math.max(deepest, traced.depth(houses, x, y))
    places[kind] = { x, y }
    if kind == "burglar" then look_at(assert(by_tick[tonumber(tick)], "a tick is not in the report")) end
  end
end

assert(rows > 1, "there is no trace")
print(string.format("%d rows: %.3f m deep in a house at most; gave up out of sight %d times, %.2f m off at most",
  rows, deepest, searches, farthest))
os.exit(deepest <= depth_allowed and failures == 0)
