-- Reads trajectories by the rules of PedPy's load_trajectory, and refuses what that refuses, or what
-- its methods take for gaps: pedpy.lua FILE. Prints "FRAMERATE ROWS PEOPLE FRAMES", then each row as
-- "ID FRAME X Y", with numbers that read back.

local function refuse(line, ...)
  io.stderr:write(("%s:%d: "):format(arg[1], line), (...), "\n")
  os.exit(1)
end

-- What Python's float() takes: with no hexadecimal numbers, unlike Lua.
local function to_float(text) return not text:find("[xX]") and tonumber(text) or nil end

-- The lines before the first that is no comment. The first number after "framerate" counts, and the last unit.
local frame_rate, unit
local number = 0
local file = assert(io.open(arg[1]))
for line in file:lines() do
  number = number + 1
  if line:sub(1, 1) ~= "#" then break end
  if line:find("framerate", 1, true) then
    for word in line:gmatch("%S+") do frame_rate = frame_rate or to_float(word) end
  end
  local lower = line:lower()
  if lower:find("x/cm", 1, true) or lower:find("in cm", 1, true) then unit = "cm" end
  if lower:find("x/m", 1, true) or lower:find("in m", 1, true) then unit = "m" end
end
if not frame_rate or frame_rate <= 0 then refuse(number, "no frame rate above 0") end
if unit ~= "m" then refuse(number, "the unit is not meters") end

local function whole(text, line)
  local value = text:match("^[+-]?%d+$") and math.tointeger(text)
  return value or refuse(line, "not a whole number: " .. text)
end

local function coordinate(text, line)
  local value = to_float(text)
  if not value or value ~= value or math.abs(value) == math.huge then refuse(line, "not a coordinate: " .. text) end
  return value
end

local rows, people, last, columns, first_frame, last_frame = {}, 0, {}, nil, nil, nil
file:seek("set")
number = 0
for line in file:lines() do
  number = number + 1
  local words = {}
  for word in line:gsub("#.*", ""):gmatch("%S+") do words[#words + 1] = word end
  if #words > 0 then
    columns = columns or #words
    if #words ~= columns then refuse(number, "another number of columns than in the first row") end
    if columns < 5 then refuse(number, "fewer columns than id, frame, x, y, and z") end
    local id, frame = whole(words[1], number), whole(words[2], number)
    local x, y = coordinate(words[3], number), coordinate(words[4], number)
    coordinate(words[5], number)
    if not last[id] then people = people + 1 end
    if last[id] and frame ~= last[id] + 1 then refuse(number, "a frame of " .. id .. " is missing or comes twice") end
    last[id] = frame
    first_frame, last_frame = math.min(first_frame or frame, frame), math.max(last_frame or frame, frame)
    rows[#rows + 1] = ("%d %d %.17g %.17g"):format(id, frame, x, y)
  end
end
if #rows == 0 then refuse(number, "empty") end
print(("%.17g %d %d %d-%d"):format(frame_rate, #rows, people, first_frame, last_frame))
print(table.concat(rows, "\n"))
