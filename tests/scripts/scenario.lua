-- Runs scenarios of a few lines with the program, and gives what they print.

local scenario = {}

local HEAD = [[
local drover = require "drover"
local steer, blend, when, schema, tree = drover.steer, drover.blend, drover.when, drover.schema, drover.tree
]]

--- Where Drover is; set by the test.
scenario.program = nil

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

local function lines_of(command)
  local lines = {}
  for line in assert(io.popen(command)):lines() do lines[#lines + 1] = line end
  return lines
end

--- The lines that a scenario prints in so many ticks, with some options of the program. What is given follows two lines
--- that name drover's parts.
function scenario.run(source, ticks, options)
  local path = os.tmpname()
  write(path .. ".lua", HEAD .. source)
  local command = "'%s' run --headless --ticks %d %s '%s.lua' 2>&1"
  local lines = lines_of(command:format(scenario.program, ticks, options or "", path))
  os.remove(path)
  os.remove(path .. ".lua")
  return lines
end

--- The same of a folder with more files, { [path] = text }; Lua files begin with those two lines, too. With `commands`,
--- the run obeys them instead of doing ticks, and its answers are left out.
function scenario.run_folder(source, ticks, files, options, commands)
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir -p '" .. folder .. "'"))
  write(folder .. "/main.lua", HEAD .. source)
  for path, text in pairs(files or {}) do
    assert(os.execute(("mkdir -p '%s/%s'"):format(folder, path:match "^(.*)/" or "")))
    write(folder .. "/" .. path, (path:find "%.lua$" and HEAD or "") .. text)
  end
  write(folder .. "/commands", commands or "")
  local how = commands and "--paused --control=- <commands 2>/dev/null" or "--ticks " .. ticks .. " 2>&1"
  local command = "drover=$(realpath '%s') && cd '%s' && \"$drover\" run . --headless %s %s"
  local lines = lines_of(command:format(scenario.program, folder, options or "", how))
  assert(os.execute("rm -r '" .. folder .. "'"))
  return lines
end

return scenario
