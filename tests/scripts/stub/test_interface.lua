-- What the stub says there is, the binding offers, and the other way round. The binding is asked, not read: every name
-- that stands in its sources is tried on everything that has names.
-- Usage: lua5.4 test_interface.lua STUB DROVER SOURCE_ROOT

local stub_path, drover, root = arg[1], arg[2], arg[3]
package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local annotations = require "annotations"
local unit = require "luaunit"

local stub = annotations.read(stub_path)

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

--- The members of a class are those that are expected; a failure lists only what differs.
local function assert_members(class, expected)
  local members = annotations.members(stub, class)
  local different = {}
  for name in pairs(members) do
    if not expected[name] then different[name .. " is in the stub alone"] = true end
  end
  for name in pairs(expected) do
    if not members[name] then different[name .. " is missing in the stub"] = true end
  end
  unit.assertEquals(sorted(different), {})
end

-- Every string of the binding's sources that could be a name, and all that the stub knows.
local function candidates()
  local names = {}
  local list <close> = assert(io.popen("ls '" .. root .. "'/bindings/*.c '" .. root .. "'/engine/*/*.c"))
  for path in list:lines() do
    for name in read(path):gmatch('"([%a_][%w_]*)"') do names[name] = true end
  end
  for class in pairs(stub.classes) do
    for name in pairs(annotations.members(stub, class)) do names[name] = true end
  end
  return names
end

-- Tries the candidates in a scenario: prints "subject name" for each that is known.
local PROBE = [[
local drover = require "drover"
local names = require "names"
local steer, blend, when = drover.steer, drover.blend, drover.when
local a = drover.kind("a", { slots = {}, memory = {} })
drover.group("g", {})
drover.flow("f", { resolution = 10 })
drover.terrain("t", {})
drover.surface("s", { plane = {} })

local subjects = { drover = drover, steer = steer, blend = blend, when = when }
subjects.schema, subjects.tree = drover.schema, drover.tree
subjects.utility, subjects.subsumption, subjects.goap = drover.utility, drover.subsumption, drover.goap

local function tell_fields()
  for subject, value in pairs(subjects) do
    for _, name in ipairs(names) do
      local fine, result = pcall(function() return value[name] end)
      local may_be_nil = subject == "agent" or subject == "group" or subject == "world" or subject == "flow"
      if fine and (result ~= nil or may_be_nil) then
        print(subject .. " " .. name)
      end
    end
  end
end

-- Of tables that a function takes: a key is known when what is complained about is something else.
local function tell_keys(subject, complaint, call)
  for _, name in ipairs(names) do
    local fine, message = pcall(call, { [name] = 1 })
    if fine or not message:find(complaint, 1, true) then print(subject .. " " .. name) end
  end
end

local function setup(world)
  local agent = world:spawn("a")
  subjects.world, subjects.agent, subjects.group = world, agent, world:new_group("g")
  subjects.flow, subjects.surface = world:flow("f"), world:surface("s")
  subjects.path = world:path { points = { { 0, 0 }, { 1, 0 } } }
  subjects.region = world:region { shape = { sphere = { x = 0, y = 0, radius = 1 } }, terrain = "t" }
  subjects.obstacle = world:obstacle { sphere = { x = 9, y = 9, radius = 1 } }
  subjects.vector, subjects.draw = drover.vec(1, 2), world.draw
  subjects.world_bounds = world.bounds
  tell_fields()
  local draw = world.draw
  tell_keys("birth", "has no '", function(def) world:spawn("a", def) end)
  tell_keys("emission", "takes no '", function(def) world:emit("e", def) end)
  tell_keys("path_definition", "takes no '", function(def) world:path(def) end)
  tell_keys("region_definition", "takes no '", function(def) world:region(def) end)
  tell_keys("flow_to_options", "takes no '", function(def) world:flow_to({ 0, 0 }, def) end)
  tell_keys("agent_filter", "takes no '", function(def) world:count("a", def) end)
  tell_keys("neighbor_options", "takes no '", function(def) world:neighbors(0, 0, 1, def) end)
  tell_keys("shape", "takes no '", function(def) world:region { shape = def } end)
  tell_keys("obstacle_definition", "takes no '", function(def) world:obstacle(def) end)
  tell_keys("obstacle_definition.blocks", "takes no '", function(def)
    world:obstacle { sphere = { x = 0, y = 0, radius = 1 }, blocks = def }
  end)
  for _, shape in ipairs { "sphere", "box", "wall", "cylinder" } do
    tell_keys("shape." .. shape, "takes no '", function(def) world:obstacle { [shape] = def } end)
  end
  tell_keys("line_style", "unknown key", function(style) draw.line(0, 0, 1, 1, style) end)
  tell_keys("area_style", "unknown key", function(style) draw.circle(0, 0, 1, style) end)
  tell_keys("text_style", "unknown key", function(style) draw.text("", 0, 0, style) end)
end

return drover.scenario { kinds = { a }, space = "volume", setup = setup } -- there alone are surfaces
]]

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

-- By subject the set of names that the binding knows.
local function ask_binding()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir '" .. folder .. "'"))
  local quoted = {}
  for _, name in ipairs(sorted(candidates())) do quoted[#quoted + 1] = ("%q"):format(name) end
  write(folder .. "/names.lua", "return { " .. table.concat(quoted, ",\n") .. " }\n")
  write(folder .. "/main.lua", PROBE)
  local known = {}
  local output = assert(io.popen("'" .. drover .. "' run '" .. folder .. "' --headless --ticks 0 --budget inf"))
  for line in output:lines() do
    local subject, name = line:match("^(%S+) (%S+)$")
    known[subject] = known[subject] or {}
    known[subject][name] = true
  end
  local fine = output:close()
  os.execute("rm -r '" .. folder .. "'")
  assert(fine, "the probe failed")
  return known
end

local known = ask_binding()
known.world.group = nil -- the old name of new_group

local TestBinding = {}

-- One test a subject, so that each is reported by its name.
for subject in ([[
  drover steer blend when schema goap tree utility subsumption
  world agent group obstacle path flow region surface vector draw world_bounds
  birth emission path_definition region_definition flow_to_options agent_filter neighbor_options
  shape obstacle_definition obstacle_definition.blocks
  shape.sphere shape.box shape.wall shape.cylinder
  line_style area_style text_style]]):gmatch("%S+") do
  TestBinding["test_" .. subject] = function()
    assert_members(subject == "drover" and subject or "drover." .. subject, known[subject] or {})
  end
end

-- Definitions name the keys they take when they are given one that they do not take.

local TestDefinitions = {}

local GUARD = {}
local names_told

local core = {
  lists_mistakes = function() return false end,
  scenario = function() end,
  nearest = function(_, names) names_told = names end,
  type = function(value) return value == GUARD and "guard" or type(value) end,
  point = function(value)
    if type(value) == "table" then return value[1], value[2], 0 end
  end,
  declare = function() end,
  mark = function() end,
  kind_name = function(kind) return kind end,
  properties = {}, slot_types = {}, agent_names = {}, group_names = {}, shapes = {},
}
function core.script(name)
  local folder = root .. "/scripts/"
  return loadfile(folder .. name .. ".lua") or assert(loadfile(folder .. "definitions/" .. name .. ".lua"))
end
local definitions = assert(loadfile(root .. "/scripts/definitions.lua"))(core)

local function takes(class, define)
  TestDefinitions["test_" .. class] = function()
    names_told = nil
    unit.assertErrorMsgContains("unknown key", define, { ["?"] = 1 })
    local expected = {}
    for _, name in ipairs(names_told) do expected[tostring(name)] = true end
    assert_members("drover." .. class, expected)
  end
end

local function kind(def) definitions.kind("x", "k", def) end
local function scenario(def)
  def.kinds = def.kinds or { "k" }
  definitions.scenario("x", def)
end

takes("kind_definition", kind)
takes("state", function(unknown) kind { states = { s = unknown } } end)
takes("look", function(unknown) kind { look = unknown } end)
takes("sight", function(unknown) kind { sight = unknown } end)
takes("hearing", function(unknown) kind { hearing = unknown } end)
takes("group_definition", function(unknown) definitions.group("x", "g", unknown) end)
takes("surface_definition", function(unknown) definitions.surface("x", "s", unknown) end)
takes("surface_definition.plane", function(unknown) definitions.surface("x", "s", { plane = unknown }) end)
takes("surface_definition.sphere", function(unknown) definitions.surface("x", "s", { sphere = unknown }) end)
takes("flow_definition", function(unknown) definitions.flow("x", "f", unknown) end)
takes("flow_definition.bounds", function(unknown) definitions.flow("x", "f", { bounds = unknown }) end)
takes("terrain_definition", function(unknown) definitions.terrain("x", "t", unknown) end)
takes("scenario_definition", function(unknown) definitions.scenario("x", unknown) end)
takes("bounds", function(unknown) scenario { bounds = unknown } end)
takes("effects", function(unknown) scenario { effects = unknown } end)
takes("tool", function(unknown) scenario { tools = { t = unknown } } end)
takes("slider_options", function(unknown) definitions.slider("x", "s", 1, unknown) end)
takes("toggle_options", function(unknown) definitions.toggle("x", "s", true, unknown) end)
takes("choice_options", function(unknown) definitions.choice("x", "s", "a", unknown) end)

function TestDefinitions.test_transition()
  local fields = stub.classes["drover.transition"].fields
  unit.assertEquals(fields, { ["[1]"] = true, ["[2]"] = true })
  definitions.kind("x", "k", { on = { { GUARD, "k" } } })
  unit.assertErrorMsgContains("unknown key", kind, { on = { { GUARD, "k", 3 } } })
end

local runner = unit.LuaUnit.new()
os.exit(runner:runSuiteByInstances({ { "binding", TestBinding }, { "definitions", TestDefinitions } }))
