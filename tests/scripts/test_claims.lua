-- Sentences of the help about what happens, each with a scenario that shows it.
-- Usage: lua5.4 test_claims.lua DROVER REFERENCE [TOPIC]

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local unit = require "luaunit"
local scenario = require "scenario"
scenario.program = table.remove(arg, 1)

local function words(text) return (text:gsub("%s+", " ")) end

local file <close> = assert(io.open(table.remove(arg, 1)))
local reference = words(file:read "a")
local TOPICS = { "order", "names", "slots", "agents", "worlds", "grounds", "motion", "guards", "data", "mods", "past" }

--- A claim is a sentence as it stands in help, a scenario, the number of its ticks,
--- and what it prints, with " | " between lines; what ends in … only begins so. It may have more `files`, `options` of
--- the program, and `commands` in place of ticks.
local function check(claim)
  local says, source, ticks, prints = table.unpack(claim)
  unit.assertTrue(reference:find(words(says), 1, true) ~= nil, "help does not say: " .. says)
  local printed = (claim.files or claim.commands)
      and scenario.run_folder(source, ticks, claim.files, claim.options, claim.commands)
    or scenario.run(source, ticks)
  for i, line in ipairs(printed) do printed[i] = words(line):gsub("/[%w_/]+%.lua:", "FILE:") end
  local lines = table.concat(printed, " | ")
  local begins = prints:match("^(.*)…$")
  unit.assertEquals(begins and lines:sub(1, #begins) or lines, begins or prints, says)
end

local TestClaims = {}
for _, topic in ipairs(arg[1] and { table.remove(arg, 1) } or TOPICS) do
  for i, claim in ipairs(require("claims." .. topic)) do
    TestClaims[("test_%s_%02d"):format(topic, i)] = function() check(claim) end
  end
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({ { "claims", TestClaims } }))
