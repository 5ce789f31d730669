-- The stub is valid Lua, and every annotation in it one that lua-language-server reads.
-- Usage: lua5.4 test_annotations.lua STUB

local stub_path = table.remove(arg, 1)
package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local annotations = require "annotations"
local unit = require "luaunit"

local TestStub = {}

function TestStub.test_is_a_module_for_editors()
  local file <close> = assert(io.open(stub_path))
  unit.assertEquals(file:read("l"), "---@meta")
  unit.assertIsFunction(assert(loadfile(stub_path, "t", { math = {} }))().kind)
end

function TestStub.test_has_annotations_that_parse_and_types_that_are_declared()
  unit.assertEquals(annotations.read(stub_path).faults, {})
end

function TestStub.test_marks_wrong_keys_of_parameters()
  local stub = annotations.read(stub_path)
  for name, class in pairs(stub.classes) do
    if name:match("^drover%.steer%.") or name:match("^drover%.when%.") or name:match("^drover%.blend%.") then
      unit.assertTrue(class.exact, name)
    end
  end
  for _, name in ipairs { "kind_definition", "state", "body", "sight", "hearing", "scenario_definition", "shape" } do
    unit.assertTrue(stub.classes["drover." .. name].exact, name)
  end
end

-- What the reader refuses

local TestReader = {}

local function faults(...)
  local path = os.tmpname()
  local file = assert(io.open(path, "w"))
  file:write(table.concat({ ... }, "\n"), "\n")
  file:close()
  local stub = annotations.read(path)
  os.remove(path)
  return stub.faults
end

local function refuses(fault, ...) unit.assertEquals(faults(...), { fault }) end

function TestReader.test_accepts_what_it_should()
  unit.assertEquals(faults(
    "---@class (exact) a.b: c, d", "---@field [1] c", "---@field [2]? (c|\"x\")[]? words here", "---@operator bnot: c",
    "",
    "---@class c", "---@class d", "", "---@alias e", "---| \"one\" # first", "---| \"two\"", "",
    "---Words.", "---@param x fun(self: c, y?: d): e, number? what", "---@param ... any",
    "---@return number x, table<string, c>? y", "---@overload fun(x: c): d", "function a.f(x, ...) end"), {})
end

function TestReader.test_refuses_types_that_are_not_declared()
  refuses("1: no type drover.nobody is declared", "---@param x drover.nobody", "function f(x) end")
end

function TestReader.test_refuses_what_does_not_parse()
  refuses("1: a type expected at ''", "---@alias a number|", "")
  refuses("1: ')' expected at ''", "---@alias a (number", "")
  refuses("1: '>' expected at 'x'", "---@alias a table<string, number x", "")
  refuses("1: a description expected, found '!'", "---@param x number!", "function f(x) end")
  refuses("1: a description expected, found ' \"\" or more'", "---@param x string \"\" or more", "function f(x) end")
  refuses("1: no parenthesis expected at ' (number|a)?'", "---@alias b fun(): (number|a)?", "")
  refuses("1: nothing more expected, found ' b c'", "---@class a b c", "")
  refuses("1: no annotation @feild", "---@feild x number", "")
  refuses("1: a class expected before it", "---@field x number", "")
end

function TestReader.test_refuses_parameters_that_the_function_has_not()
  refuses("2: its parameters are (x), described are (y)", "---@param y number", "function f(x) end")
  refuses("2: a function expected behind @param and @return", "---@return number", "local x = {}")
end

function TestReader.test_refuses_what_is_declared_twice()
  refuses("2: a is declared twice", "---@class a", "---@class a", "")
  refuses("3: x is declared twice", "---@class a", "---@field x number", "---@field x number", "")
  refuses("2: f is declared twice", "function f() end", "function f() end")
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({ { "stub", TestStub }, { "reader", TestReader } }))
