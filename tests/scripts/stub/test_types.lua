-- `drover check --types` writes a stub with the slots, memory, and states of a scenario's own kinds, and with its
-- groups and settings.
-- Usage: lua5.4 test_types.lua DROVER

local drover = table.remove(arg, 1)
package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local annotations = require "annotations"
local unit = require "luaunit"

local SCENARIO = [[
local drover = require "drover"
local when = drover.when
local wolf = drover.kind("wolf", {
  memory = {
    hunger = 1, name = "grey", awake = true, bag = {}, home = drover.vec(0, 0), last = drover.none, package = 2,
  },
  slots = { prey = "agent", lair = "pose", pace = "number" },
  initial = "resting",
  states = {
    resting = { on = { { when.sees("deer", { as = "prey" }), "hunting" } } },
    hunting = { enter = function(self) self.pace, self.lair = 3, { x = 1, y = 2, heading = 0 } end },
  },
})
drover.group("pack", { slots = { leader_of_old = "agent", size = "number" }, memory = { howl = "long", age = 1 } })
drover.group("herd", { slots = { size = "number" }, memory = { howl = false } })
return drover.scenario {
  kinds = { wolf, drover.kind("deer", {}) },
  settings = {
    drover.slider("deer", 10, { min = 0, max = 20 }),
    drover.toggle("mist", false),
    drover.choice("season", "summer", { "summer", "winter" }),
  },
}
]]

local folder = os.tmpname()
os.remove(folder)
assert(os.execute("mkdir '" .. folder .. "'"))

local function write(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
end

local function read(name)
  local file <close> = assert(io.open(folder .. "/" .. name))
  return file:read("a")
end

local function check(options)
  return os.execute(("'%s' check '%s' %s >'%s/out' 2>'%s/err'"):format(drover, folder, options, folder, folder))
end

local STUB = "/.drover/types/drover.lua"

local TestTypes = {}

function TestTypes.test_a_check_alone_writes_nothing()
  write("main.lua", SCENARIO)
  unit.assertTrue(check(""))
  unit.assertNil(io.open(folder .. STUB))
end

function TestTypes.test_kinds_stand_in_the_stub()
  write("main.lua", SCENARIO)
  unit.assertTrue(check("--types"), read("err"))
  local stub = annotations.read(folder .. STUB)
  unit.assertEquals(stub.faults, {})
  local members = annotations.members(stub, "drover.agent.wolf")
  for _, name in ipairs { "hunger", "prey", "lair", "pace", "bag", "last", "neighbors", "max_speed" } do
    unit.assertTrue(members[name], name)
  end
  unit.assertNil(members.hungr)
  unit.assertNil(members.neigbors)
  unit.assertNil(annotations.members(stub, "drover.agent.deer").hunger)
end

function TestTypes.test_nothing_else_is_a_field_of_self()
  write("main.lua", SCENARIO)
  unit.assertTrue(check("--types"))
  local text = read(STUB)
  local class = text:match("(%-%-%-@class drover%.agent%.wolf: drover%.any_agent\n.-)\n\n")
  unit.assertEquals(class, [[
---@class drover.agent.wolf: drover.any_agent
---@field kind "wolf"
---@field state "hunting"|"resting"
---@field become fun(self: drover.any_agent, state: "hunting"|"resting")
---@field public lair? drover.vector|drover.point|drover.pose
---@field public pace? number
---@field public prey? drover.agent|drover.any_agent
---@field public awake boolean
---@field public bag table
---@field public home drover.vector
---@field public hunger number
---@field public last any
---@field public name string
---@field public package number]])
  unit.assertStrContains(text, "---@alias drover.self drover.agent.wolf|drover.agent.deer\n")
  unit.assertStrContains(text, "---@field step? fun(self: drover.self, dt: number)")
  unit.assertNil(text:match("@class drover%.any_agent[^\n]*\n[^\n]*%[string%]"))
end

-- A group can be of either kind, so a name has the types of both.
function TestTypes.test_groups_have_slots_and_memory()
  write("main.lua", SCENARIO)
  unit.assertTrue(check("--types"))
  local text = read(STUB)
  unit.assertStrContains(text, [[
---@field world drover.world the world it is in
---@field public age number
---@field public howl boolean|string
---@field public leader_of_old? drover.agent|drover.any_agent
---@field public size? number
---@operator len: integer]])
  unit.assertEquals(annotations.read(folder .. STUB).faults, {})
end

function TestTypes.test_settings_have_types()
  write("main.lua", SCENARIO)
  unit.assertTrue(check("--types"))
  unit.assertStrContains(read(STUB), [[
---@class drover.settings
---@field public deer number
---@field public mist boolean
---@field public season "summer"|"winter"

]])
end

function TestTypes.test_no_settings_are_no_fields()
  write("main.lua", 'local drover = require "drover" return drover.scenario { kinds = { drover.kind("deer", {}) } }')
  unit.assertTrue(check("--types"), read("err"))
  unit.assertStrContains(read(STUB), "---@class drover.settings\n\n")
  unit.assertStrContains(read(STUB), "the world it is in\n---@operator len: integer\n")
end

function TestTypes.test_the_editor_is_led_there_and_own_settings_stay()
  write("main.lua", SCENARIO)
  unit.assertTrue(check("--types"))
  unit.assertStrContains(read(".luarc.json"), '".drover/types"')
  write(".luarc.json", "{}")
  unit.assertTrue(check("--types"))
  unit.assertEquals(read(".luarc.json"), "{}")
end

function TestTypes.test_a_refused_scenario_leaves_the_stub()
  write("main.lua", SCENARIO)
  unit.assertTrue(check("--types"))
  local before = read(STUB)
  write("main.lua", "return 1")
  unit.assertNil(check("--types"))
  unit.assertEquals(read(STUB), before)
end

function TestTypes.test_what_cannot_be_written_is_said()
  write("main.lua", SCENARIO)
  os.execute("rm -rf '" .. folder .. "/.drover'")
  write(".drover", "")
  unit.assertNil(check("--types"))
  unit.assertStrContains(read("err"), "/.drover/types: Not a directory")
  os.remove(folder .. "/.drover")
end

local status = unit.LuaUnit.new():runSuiteByInstances({ { "types", TestTypes } })
os.execute("rm -rf '" .. folder .. "'")
os.exit(status)
