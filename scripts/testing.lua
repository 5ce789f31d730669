-- What a test receives as `t`: opens worlds, runs seeds, and compares values with clear messages. `core` has what
-- only C knows; see bindings/testing.

local core = ...

local t = {}

---A test, named by what must hold: `return { ["the herd flees"] = function(t) … end }`.
---@alias drover.test_function fun(t: drover.test)

---What a test receives, as `t`: `t:world()` opens the scenario.
---@class drover.test
local methods = {}

--- Raise an error at the line of the test that called a method.
local function fail(format, ...) error(format:format(...), 3) end

local function suggestion(name, ...)
  local nearest = core.nearest(name, ...)
  return nearest and (" (" .. nearest .. "?)") or ""
end

-- Worlds

local OPTIONS = { "seed", "settings", "scenario", "mods", "edits" }

--- A number as people write it, if that reads back as the same number.
local function number_text(value)
  local short = ("%.15g"):format(value)
  return tonumber(short) == value and short or ("%.17g"):format(value)
end

local function texts_of(settings)
  local texts = {}
  for name, value in pairs(settings or {}) do
    local kind = type(value)
    if type(name) ~= "string" then return nil, "settings: { name = value } expected" end
    if kind ~= "number" and kind ~= "boolean" and kind ~= "string" then
      return nil, ("settings.%s: a number, a string or a boolean expected, got %s"):format(name, core.type(value))
    end
    texts[#texts + 1] = { name, kind == "number" and number_text(value) or tostring(value) }
  end
  return texts
end

local function sources_of(edits)
  local sources = {}
  for path, edit in pairs(edits or {}) do
    if type(path) ~= "string" or type(edit) ~= "function" then
      return nil, 'edits: { ["file.lua"] = function(source) … end } expected'
    end
    local source, reason = core.read(path)
    if not source then return nil, "edits: " .. reason end
    local edited = edit(source)
    if type(edited) ~= "string" then
      return nil, ("edits: the function for %s has to return the new source, got %s"):format(path, core.type(edited))
    end
    if edited == source then return nil, ("edits: the function for %s returned the source unchanged"):format(path) end
    sources[#sources + 1] = { path, edited }
  end
  return sources
end

local function check_options(options)
  if type(options) ~= "table" then return ("a table of options expected, got %s"):format(core.type(options)) end
  for key in pairs(options) do
    local known = false
    for _, name in ipairs(OPTIONS) do known = known or key == name end
    if not known then
      return ("no option '%s'%s"):format(tostring(key), suggestion(tostring(key), table.unpack(OPTIONS)))
    end
  end
  if options.seed ~= nil and (math.type(options.seed) ~= "integer" or options.seed < 0) then
    return "seed: a whole number of 0 or more expected"
  end
  for _, name in ipairs(type(options.mods) == "table" and options.mods or {}) do
    if type(name) ~= "string" then return 'mods: a list of names expected, such as { "winter" }' end
  end
  for _, key in ipairs { "settings", "mods", "edits" } do
    if options[key] ~= nil and type(options[key]) ~= "table" then
      return ("%s: a table expected, got %s"):format(key, core.type(options[key]))
    end
  end
  if options.scenario ~= nil and not tostring(options.scenario):match("%.lua$") then
    return 'scenario: a file next to main.lua expected, such as "volume.lua"'
  end
end

---How `t:world` opens the scenario.
---@class (exact) drover.test_options
---@field seed? integer the seed of `t:seeds` by default, or else the scenario's
---@field settings? table<string, number|boolean|string> values by name, like `--set`
---@field scenario? string a file next to main.lua, such as "volume.lua"
---@field mods? string[] mods in the scenario's folder `mods`, or folders, seen from the scenario's
---@field edits? table<string, fun(source: string): string> by path, functions that change the source of a file for this world

---Open a world of the scenario. Several can be open at once; when a test ends, its worlds are closed.
---@param options? drover.test_options
---@return drover.test_world
function methods.world(_, options)
  options = options or {}
  local wrong = check_options(options)
  if wrong then fail("t:world: %s", wrong) end
  local settings, wrong_setting = texts_of(options.settings)
  if not settings then fail("t:world: %s", wrong_setting) end
  local sources, wrong_edit = sources_of(options.edits)
  if not sources then fail("t:world: %s", wrong_edit) end
  local world, message = core.open(options.scenario, options.seed, settings, sources, options.mods or {})
  if not world then fail("t:world: %s", message) end
  return world
end

---Call a function once for each seed from 1 to `count`. The worlds it opens have that seed, and are closed after it. All
---seeds are tried; each that fails is reported, and the test ends.
---@param count integer
---@param try fun(t: drover.test, seed: integer)
---@return integer tried fewer with `drover test --seeds`
function methods.seeds(self, count, try)
  if math.type(count) ~= "integer" or count < 1 or type(try) ~= "function" then
    fail("t:seeds: a number of seeds and a function(t, seed) expected")
  end
  local tried = core.seeds(self, try, count)
  if not tried then fail("t:seeds within t:seeds") end
  return tried
end

-- Comparisons

local function named(what) return what and (tostring(what) .. ": ") or "" end

local function same(a, b, depth)
  if type(a) ~= "table" or type(b) ~= "table" or depth > 50 then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key], depth + 1) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

---Fail unless two values are equal; tables are compared by their contents.
---@param actual any
---@param expected any
---@param what? string begins the message
function methods.equal(_, actual, expected, what)
  actual, expected = core.copy(actual), core.copy(expected)
  if not same(actual, expected, 1) then
    fail("%s%s found, %s expected", named(what), core.show(actual), core.show(expected))
  end
end

local function axes_of(value)
  if type(value) == "number" then return { value } end
  local kind = core.type(value)
  if kind == "vector" then return { value.x, value.y, value.z } end
  if kind == "table" then return { value.x or value[1], value.y or value[2], value.z or value[3] or 0 } end
end

---Fail unless two numbers or points are at most `tolerance` apart.
---@param actual number|drover.point
---@param expected number|drover.point
---@param tolerance number
---@param what? string begins the message
function methods.near(_, actual, expected, tolerance, what)
  if type(tolerance) ~= "number" or tolerance < 0 or tolerance ~= tolerance then
    fail("t:near: tolerance: a number of 0 or more expected, got %s", core.show(tolerance))
  end
  local a, b = axes_of(core.copy(actual)), axes_of(core.copy(expected))
  if not b then fail("t:near: a number or a point expected to compare with, got %s", core.type(expected)) end
  if not a or #a ~= #b then
    fail("%s%s found, %s expected", named(what), core.show(actual), core.show(expected))
  end
  local sum = 0
  for i = 1, #a do sum = sum + (a[i] - b[i]) ^ 2 end
  local apart = math.sqrt(sum)
  if apart > tolerance or apart ~= apart then
    fail("%s%s found, which is not within %s of %s", named(what), core.show(actual), core.show(tolerance),
      core.show(expected))
  end
end

return setmetatable(t, {
  __index = function(_, name)
    local method = methods[name]
    if not method then
      local nearest = suggestion(tostring(name), "world", "seeds", "equal", "near")
      error(("t has no '%s'%s"):format(tostring(name), nearest), 2)
    end
    return method
  end,
  __newindex = function() error("t is read-only: keep values in locals", 2) end,
  __metatable = false,
})
