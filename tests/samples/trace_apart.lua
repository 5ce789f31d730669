-- usage: lua5.4 trace_apart.lua TRACE.csv PAIRS SECONDS DEPTH KIND=RADIUS…
-- Reads a trace and fails when bodies are in each other: when more than PAIRS touch on average, when two stay deeper in
-- each other than the smaller radius (the middle of one is inside the other) for longer than SECONDS, or when two are
-- ever deeper than DEPTH smaller radii.

local trace, pairs_allowed, seconds_allowed, depth_allowed = table.unpack(arg)
pairs_allowed, seconds_allowed = tonumber(pairs_allowed), tonumber(seconds_allowed)
depth_allowed = tonumber(depth_allowed)

local radii = {}
for i = 5, #arg do
  local kind, radius = arg[i]:match("^([^=]+)=(.+)$")
  radii[kind] = assert(tonumber(radius), "a kind needs a radius")
end

local rows, touching, deepest, longest = 0, 0, 0, 0
local since = {} -- by pair: when they came to be deep in each other
local bodies, time = {}, nil

local function look_at(a, b, deep)
  local reach = a.radius + b.radius
  local dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
  local square = dx * dx + dy * dy + dz * dz
  if square >= reach * reach then return end
  local depth = (reach - math.sqrt(square)) / math.min(a.radius, b.radius)
  touching = touching + 1
  deepest = math.max(deepest, depth)
  if depth <= 1 then return end
  local pair = a.id .. " " .. b.id
  deep[pair] = since[pair] or time
  longest = math.max(longest, time - deep[pair])
end

local function end_row()
  if not time then return end
  rows = rows + 1
  local deep = {}
  for i = 1, #bodies do
    for j = i + 1, #bodies do look_at(bodies[i], bodies[j], deep) end
  end
  since, bodies = deep, {}
end

for line in io.lines(trace) do
  local now, id, kind, x, y, z =
    line:match("^%d+,([^,]+),(%d+),([^,]+),[^,]*,([^,]+),([^,]+),([^,]+)")
  now = tonumber(now)
  if now then
    if now ~= time then
      end_row()
      time = now
    end
    if radii[kind] then
      bodies[#bodies + 1] = { id = id, radius = radii[kind], x = tonumber(x), y = tonumber(y), z = tonumber(z) }
    end
  end
end
end_row()

print(string.format("%d rows: %.2f pairs touch, the deepest %.2f radii in each other, deep for %.2f s at the longest",
  rows, touching / rows, deepest, longest))
assert(rows > 1, "there is no trace")
os.exit(touching / rows <= pairs_allowed and longest <= seconds_allowed and deepest <= depth_allowed)
