-- Runs scenarios of a few lines with the program, and gives what they print.

local scenario = {}

local HEAD = [[
local drover = require "drover"
local steer, blend, when, schema, tree = drover.steer, drover.blend, drover.when, drover.schema, drover.tree
]]

--- Where Drover is; set by the test.
scenario.program = nil

--- The lines that a scenario prints in so many ticks, with some options of the program. What is given follows two lines
--- that name drover's parts.
function scenario.run(source, ticks, options)
  local path = os.tmpname()
  local file <close> = assert(io.open(path .. ".lua", "w"))
  file:write(HEAD, source)
  file:flush()
  local command = "'%s' run --headless --ticks %d %s '%s.lua' 2>&1"
  command = command:format(scenario.program, ticks, options or "", path)
  local lines = {}
  for line in assert(io.popen(command)):lines() do lines[#lines + 1] = line end
  os.remove(path)
  os.remove(path .. ".lua")
  return lines
end

return scenario
