-- usage: lua5.4 trace_chase.lua TRACE.csv REPORT.csv DEPTH FROM SECONDS
-- Reads a trace of the chase sample with a row in every tick, and its report. Fails when a body was in a block by more
-- than DEPTH meters; when Tom gave up out of sight without having been within FROM meters of where he saw Jerry last,
-- and before SECONDS were over; or when he chased for longer than SECONDS without seeing him. Prints how often he lost
-- sight of him and found him again.

local trace, report, depth_allowed, from_allowed, seconds_allowed = table.unpack(arg)
depth_allowed, from_allowed = tonumber(depth_allowed), tonumber(from_allowed)
seconds_allowed = tonumber(seconds_allowed)

local RADIUS, TICK = 0.3, 1 / 60
local MIDDLES, BLOCK = { -14, 0, 14 }, 9

-- How far a body at x, y reaches into the deepest block; below zero into none.
local function depth(x, y)
  local deepest = -math.huge
  for _, bx in ipairs(MIDDLES) do
    for _, by in ipairs(MIDDLES) do
      local aside, ahead = math.abs(x - bx) - BLOCK / 2, math.abs(y - by) - BLOCK / 2
      local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
      deepest = math.max(deepest, RADIUS - outside - math.min(math.max(aside, ahead), 0))
    end
  end
  return deepest
end

local columns, by_tick = {}, {}
for line in io.lines(report) do
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

local deepest, longest = -math.huge, 0
local unseen, found, gave_up, too_early = 0, 0, 0, 0
local tom, jerry
local last_seen, nearest, since -- where he saw him last; how near he came to that; for how long, in seconds

local function look_at(row)
  if row.chasing == 1 and row.seen == 1 then
    if nearest then found = found + 1 end
    last_seen, nearest, since = jerry, nil, 0
  elseif row.chasing == 1 and last_seen then
    if not nearest then unseen = unseen + 1 end
    since = since + TICK
    longest = math.max(longest, since)
    nearest = math.min(nearest or math.huge, math.sqrt((tom[1] - last_seen[1]) ^ 2 + (tom[2] - last_seen[2]) ^ 2))
  else
    if nearest then
      gave_up = gave_up + 1
      if nearest > from_allowed and since < seconds_allowed - 2 * TICK then too_early = too_early + 1 end
    end
    last_seen, nearest = nil, nil
  end
end

local rows = 0
for line in io.lines(trace) do
  local tick, kind, x, y = line:match("^(%d+),[^,]+,%d+,([^,]+),[^,]*,([^,]+),([^,]+)")
  if tick then
    rows = rows + 1
    x, y = tonumber(x), tonumber(y)
    deepest = math.max(deepest, depth(x, y))
    if kind == "tom" then
      tom = { x, y }
    else
      jerry = { x, y }
      look_at(assert(by_tick[tonumber(tick)], "a tick is not in the report"))
    end
  end
end

assert(rows > 1, "there is no trace")
print(string.format("unseen=%d found=%d gave_up=%d too_early=%d longest=%.2f deepest=%.3f",
  unseen, found, gave_up, too_early, longest, deepest))
os.exit(deepest <= depth_allowed and too_early == 0 and longest <= seconds_allowed + 2 * TICK)
