-- `drover help` finds every name of the editor stub and of the modules that scripts may require, says something about
-- each of them, shows an example, and stays within 80 columns.
-- Usage: lua5.4 test_help.lua STUB SOURCE_ROOT EXAMPLE…

local stub_path, root = arg[1], arg[2]
local here = arg[0]:match("^(.*)/")
package.path = here .. "/../stub/?.lua;" .. package.path

local annotations = require "annotations"
local unit = require "luaunit"

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read("a")
end

-- The modules of scripts/help, as the program has them.

local modules = {}

local function use(name)
  modules[name] = modules[name] or assert(loadfile(root .. "/scripts/help/" .. name .. ".lua"))(use)
  return modules[name]
end

local command, derived, examples, names = use "command", use "derived", use "examples", use "names"
local reader, text = use "reader", use "text"

local core = {
  stub = read(stub_path),
  modules = {
    { name = "pedestrian", source = read(root .. "/scripts/pedestrian.lua") },
    { name = "tiled", source = read(root .. "/scripts/tiled.lua") },
  },
  examples = {},
  commands = { { name = "run", text = "drover run SCENARIO\n\nRun a scenario: whole.\n" } },
  nearest = function() end,
}
for position = 3, #arg do
  table.insert(core.examples, { name = arg[position]:match("([%w_]+)%.lua$"), source = read(arg[position]) })
end

local index = command.index(core)

--- What is shown for a name; fails where nothing is.
local function help(name)
  local shown, message = command.help(core, name)
  if not shown then error(name .. ": " .. message) end
  return shown
end

local function assert_all(list, holds)
  local wrong = {}
  for _, name in ipairs(list) do
    if not holds(name) then wrong[#wrong + 1] = name.path or name end
  end
  unit.assertEquals(wrong, {})
end

local function is_found(name) return #use("finding").find(index, name) > 0 end

-- Every name of the stub

local TestStub = {}

local stub = annotations.read(stub_path)

function TestStub.test_every_field_and_key_is_found()
  local list = {}
  for _, class in pairs(stub.classes) do
    for field in pairs(class.fields) do
      if not field:find("[", 1, true) then list[#list + 1] = field end
    end
  end
  unit.assertTrue(#list > 600)
  assert_all(list, is_found)
end

function TestStub.test_every_function_is_found_as_it_is_written_and_by_its_last_word()
  local list = {}
  for path in pairs(stub.functions) do
    list[#list + 1] = path
    list[#list + 1] = path:match("[%w_]+$")
  end
  unit.assertTrue(#list > 300)
  assert_all(list, is_found)
end

function TestStub.test_every_part_of_the_interface_is_found()
  local list = {}
  for path, class in pairs(stub.locals) do
    unit.assertNotNil(class)
    list[#list + 1] = path
  end
  unit.assertTrue(#list > 15)
  assert_all(list, is_found)
end

function TestStub.test_every_value_that_has_a_list_is_found()
  local count = 0
  for value in core.stub:gmatch('\n%-%-%-| "([^"]+)"') do
    count = count + 1
    unit.assertTrue(is_found(value), value)
  end
  unit.assertTrue(count > 60)
end

function TestStub.test_every_class_has_a_place()
  local placed = {}
  for _, section in ipairs(use("contents").sections) do
    for _, part in ipairs(section) do
      placed[part.class] = true
      for _, other in ipairs(part.with or {}) do placed[other] = true end
    end
  end
  for name in pairs(index.placed) do placed[name] = true end
  for name in pairs(stub.classes) do unit.assertTrue(placed[name], name) end
end

-- What is said

local TestPages = {}

function TestPages.test_every_entry_says_what_it_is()
  assert_all(index.entries, function(entry)
    return entry.what == "value" or entry.doc[1] or entry.title or entry.path == "self"
  end)
end

function TestPages.test_every_entry_has_an_example()
  local lacking = {}
  for _, entry in ipairs(index.entries) do
    if not entry.example or #examples.excerpt(entry) == 0 then lacking[#lacking + 1] = entry.path end
  end
  unit.assertEquals(lacking, {}, "in no example: add them to scripts/help/examples, between @example and @end")
end

-- Examples by hand hide derived ones, until somebody adds what none shows yet. So derive all.
function TestPages.test_an_example_can_be_derived_for_all_the_catalogue_describes()
  local count = 0
  for _, entry in ipairs(index.entries) do
    local piece = derived.piece(entry, {})
    if piece then
      count = count + 1
      unit.assertNotNil(load("return " .. piece.text) or load(piece.text), piece.text)
      unit.assertNil(piece.text:find("%f[%w_]nil%f[^%w_]"), "derived.lua knows no value: " .. piece.text)
    end
  end
  unit.assertTrue(count > 200, count)
end

function TestPages.test_what_is_called_is_shown_in_its_example()
  for _, entry in ipairs(index.entries) do
    if entry.params and entry.example then
      local called = entry.example.text:find("%f[%w_]" .. entry.word .. "%f[^%w_]")
      unit.assertNotNil(called, entry.path .. " in " .. entry.example.file)
    end
  end
end

function TestPages.test_every_key_is_given_in_its_example()
  assert_all(index.entries, function(entry)
    if not entry.example then return true end
    local text_of = entry.example.text
    return entry.what ~= "key" or entry.is_numbered or text_of:find("%f[%w_]" .. entry.word .. " = ")
      or text_of:find("[%a]%." .. entry.word .. "%f[^%w_]") or text_of:find(entry.owner.word .. "%(")
  end)
end

function TestPages.test_every_piece_of_an_example_is_shown_somewhere()
  local shown = {}
  for _, entry in ipairs(index.entries) do shown[entry.example or index] = true end
  for _, piece in ipairs(index.pieces) do unit.assertTrue(shown[piece], piece.file .. ": " .. piece.text) end
end

function TestPages.test_no_line_is_wider_than_80_columns()
  local wide = {}
  local function look_at(page)
    for line in page:gmatch("[^\n]+") do
      if utf8.len(line) > 80 then wide[#wide + 1] = line end
    end
  end
  for _, entry in ipairs(index.entries) do look_at(text.page(entry, index)) end
  look_at(command.help(core))
  unit.assertEquals(wide, {})
end

function TestPages.test_the_overview_names_every_topic_part_and_type()
  local overview = command.help(core)
  for _, list in ipairs({ index.topics, index.types }) do
    for _, entry in ipairs(list) do unit.assertStrContains(overview, entry.path) end
  end
  for name in pairs(index.parts) do unit.assertStrContains(overview, name) end
end

function TestPages.test_the_document_has_every_entry()
  local document = command.markdown(core)
  assert_all(index.entries, function(entry)
    local name = entry.params and text.signature(entry, index) or entry.title or entry.word
    return document:find(name, 1, true)
  end)
end

-- Looking up

local TestNames = {}

function TestNames.test_a_name_is_found_however_it_is_written()
  local page = help("agent:sees")
  for _, name in ipairs({ "self:sees", "agent.sees", "agent:sees()", "agent:sees(who)", " agent:sees " }) do
    unit.assertEquals(help(name), page)
  end
  unit.assertEquals(help("drover.steer.seek"), help("steer.seek"))
  unit.assertEquals(help("steer.seek { target = goal }"), help("steer.seek"))
  unit.assertStrContains(help('require "pedestrian"'), "pedestrian.walk")
end

function TestNames.test_a_word_with_several_meanings_lists_them_all()
  local sees = help("sees")
  unit.assertStrContains(sees, "agent:sees(")
  unit.assertStrContains(sees, "when.sees(")
  local steer = help("steer")
  for _, meaning in ipairs({ "steer.seek", "agent:steer(", "tree.steer(", "kind.steer", "state.steer" }) do
    unit.assertStrContains(steer, meaning)
  end
end

function TestNames.test_what_says_the_same_of_many_is_said_once()
  local _, times = help("renamed_from"):gsub("what the kind was called", "")
  unit.assertEquals(times, 1)
  unit.assertStrContains(help("horizon"), "steer.evasion.horizon")
end

function TestNames.test_topics_and_plurals()
  unit.assertStrContains(help("tick"), "The order of a tick")
  unit.assertStrContains(help("colors"), '"skyblue"')
  unit.assertStrContains(help("skyblue"), "color_name")
  unit.assertStrContains(help("shapes"), '"hoofed"')
  for plural, part in pairs({
    behaviors = "steer", blends = "blend", guards = "when", stresses = "stress", bodies = "body", kinds = "kind",
    states = "state", schemas = "schema", tools = "tool", groups = "group", agents = "agent",
  }) do
    unit.assertStrContains(help(plural), help(part):match("^[^\n]*\n[^\n]*"))
  end
end

function TestNames.test_keys_are_found_by_path_also_inherited_ones()
  unit.assertStrContains(help("kind.speed"), "m/s")
  unit.assertStrContains(help("world:obstacle.blocks.sight"), "kinds whose sight")
  unit.assertEquals(help("schema.chasing.failed"), help("schema.*.failed"))
  unit.assertStrContains(help("drover.slider.max"), "twice the default")
end

function TestNames.test_names_of_earlier_versions_lead_to_those_of_now()
  unit.assertStrContains(help("targets"), "kind.targets is called kind.slots now")
  unit.assertStrContains(help("world:group"), "world:new_group(")
  unit.assertStrContains(help("monitors"), "scenario.monitors")
  for old, new in pairs(use("contents").renamed) do
    unit.assertNotNil(index.by_path[new], old)
    unit.assertStrContains(help(old), help(new):match("[^\n]+"))
  end
end

function TestNames.test_commands_are_found()
  unit.assertEquals(help("run"), core.commands[1].text)
end

function TestNames.test_an_unknown_name_is_refused_with_what_comes_near()
  local near = {
    stub = core.stub, modules = core.modules, examples = core.examples, commands = core.commands,
    nearest = function(given, list)
      for _, name in ipairs(list) do
        if given == "seess" and name == "sees" then return name end
      end
    end,
  }
  local shown, message = command.help(near, "seess")
  unit.assertNil(shown)
  unit.assertStrContains(message, "nothing is called 'seess' (sees?)")
  shown, message = command.help(near, "flock")
  unit.assertNil(shown)
  unit.assertStrContains(message, "flocking")
  shown, message = command.help(near, "weidmann")
  unit.assertNil(shown)
  unit.assertStrContains(message, "nothing is called 'weidmann'")
end

function TestNames.test_behaviors_shows_what_help_shows()
  for _, name in ipairs({ "seek", "steer.seek", "weighted", "stuck", "depth", "legged", "max_speed" }) do
    unit.assertStrContains(help(name), command.behaviors(core, name))
  end
  local all = command.behaviors(core)
  unit.assertStrContains(all, command.behaviors(core, "wander"))
  unit.assertNil((command.behaviors(core, "world")))
end

-- The reader of annotations

local TestReader = {}

function TestReader.test_types_end_where_the_description_begins()
  local model = reader.read([[
---A thing.
---
---Of two paragraphs.
---@class drover.thing
---@field a? number m
---@field b fun(self: drover.agent, dt: number): string?, number what it does
---@field c table<string, number> by name
---@field d "x"|"y" one of two
local thing = {}

---@param x number m
---@return number x, number? y where it is
function thing:at(x) end
]])
  local class, at = model.classes["drover.thing"], model.functions[1]
  unit.assertEquals(class.doc, { "A thing.", "Of two paragraphs." })
  local fields = {}
  for _, field in ipairs(class.fields) do fields[#fields + 1] = field.type .. " # " .. field.doc end
  unit.assertEquals(fields, {
    "number # m", "fun(self: drover.agent, dt: number): string?, number # what it does",
    "table<string, number> # by name", '"x"|"y" # one of two',
  })
  unit.assertEquals({ at.owner, at.separator, at.name, #at.params }, { "thing", ":", "at", 1 })
  unit.assertEquals({ at.results[1].name, at.results[2].type, at.results.doc }, { "x", "number?", "where it is" })
  unit.assertEquals(names.summary({ doc = { "A thing. Of two." } }), "A thing")
end

local runner = unit.LuaUnit.new()
os.exit(runner:runSuiteByInstances({
  { "stub", TestStub }, { "pages", TestPages }, { "names", TestNames }, { "reader", TestReader },
}))
