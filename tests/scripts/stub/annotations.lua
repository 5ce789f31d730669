-- Reads a file of annotations for lua-language-server: what is declared in it, and what is wrong with it.
--
--   local stub = annotations.read(path)
--   stub.faults           list of "line: message"
--   stub.classes[name]    { parents = list, fields = { name = true }, exact = boolean }
--   stub.functions[path]  its parameters, by the path as written: "agent:apply", "steer.flee"
--   stub.locals[name]     the class that a local stands for

local annotations = {}

-- Types

local BUILT_IN = {}
for name in ("any nil boolean true false number integer string table function unknown"):gmatch("%a+") do
  BUILT_IN[name] = true
end

local parse_type

local function skip(text, at) return text:match("^%s*()", at) end

local function expect(text, at, symbol)
  at = skip(text, at)
  if text:sub(at, at + #symbol - 1) ~= symbol then error(("'%s' expected at '%s'"):format(symbol, text:sub(at)), 0) end
  return at + #symbol
end

local function found(text, at, symbol)
  at = skip(text, at)
  if text:sub(at, at + #symbol - 1) == symbol then return at + #symbol end
end

local function parse_parameters(text, at, used)
  local closed = found(text, at, ")")
  while not closed do
    at = text:match("^%s*[%a_][%w_]*%??()", at) or expect(text, at, "...")
    if found(text, at, ":") then at = parse_type(text, found(text, at, ":"), used) end
    closed = found(text, at, ")")
    if not closed then at = expect(text, at, ",") end
  end
  return closed
end

local function parse_function(text, at, used)
  at = parse_parameters(text, expect(text, at, "("), used)
  local result = found(text, at, ":")
  -- The server takes a parenthesis here for one about all results.
  if result and found(text, result, "(") then error("no parenthesis expected at '" .. text:sub(result) .. "'", 0) end
  while result do
    at = parse_type(text, result, used)
    result = found(text, at, ",")
  end
  return at
end

local function parse_list(text, at, used, closing)
  at = parse_type(text, at, used)
  while found(text, at, ",") do at = parse_type(text, found(text, at, ","), used) end
  return expect(text, at, closing)
end

local function parse_primary(text, at, used)
  at = skip(text, at)
  if found(text, at, "(") then return expect(text, parse_type(text, found(text, at, "("), used), ")") end
  local literal = text:match('^"[^"]*"()', at) or text:match("^%d+()", at)
  if literal then return literal end
  local name, after = text:match("^([%a_][%w_.]*)()", at)
  if not name then error("a type expected at '" .. text:sub(at) .. "'", 0) end
  if name == "fun" then return parse_function(text, after, used) end
  if name == "table" and found(text, after, "<") then return parse_list(text, found(text, after, "<"), used, ">") end
  used[#used + 1] = name
  return after
end

--- Read a type; the place behind it. Names in it are added to `used`.
function parse_type(text, at, used)
  repeat
    at = parse_primary(text, at, used)
    local suffix = text:match("^%[%]()", at) or text:match("^%?()", at)
    while suffix do
      at = suffix
      suffix = text:match("^%[%]()", at) or text:match("^%?()", at)
    end
    local bar = found(text, at, "|")
    at = bar or at
  until not bar
  return at
end

local function parse_end(text, at)
  if text:match("^%s*$", at) then return end
  error("nothing more expected, found '" .. text:sub(at) .. "'", 0)
end

-- A description is set apart by a space, and does not begin with what the server takes for more of a type or a string.
local function parse_description(text, at)
  if not text:match("^$", at) and not text:match("^%s+[^%s'\"%[@#?|<,:]", at) then
    error("a description expected, found '" .. text:sub(at) .. "'", 0)
  end
end

-- Lines: each reader gets the text behind the tag, and `stub`, with what belongs together in stub.block.

local readers = {}

function readers.meta(_, text)
  parse_end(text, text:match("^[%w_]*()"))
end

local function declare(stub, name, what)
  if stub.declared[name] or BUILT_IN[name] then error(name .. " is declared twice", 0) end
  stub.declared[name] = what
end

function readers.class(stub, text)
  local exact = text:match("^%(exact%)%s*()")
  local name, at = text:match("^([%a_][%w_.]*)()", exact or 1)
  if not name then error("a name expected", 0) end
  declare(stub, name, "class")
  local class = { name = name, parents = {}, fields = {}, exact = exact ~= nil }
  local parents = found(text, at, ":")
  while parents do
    at = parse_type(text, parents, class.parents)
    parents = found(text, at, ",")
  end
  for _, parent in ipairs(class.parents) do stub.block.used[#stub.block.used + 1] = parent end
  parse_end(text, at)
  stub.classes[name] = class
  stub.block.class = class
end

function readers.field(stub, text)
  text = text:gsub("^public ", "") -- who may see it
  local class = stub.block.class or error("a class expected before it", 0)
  local name, at = text:match("^([%a_][%w_]*)%??()")
  if not name then
    at = text:match("^%[()") or error("a name expected", 0)
    local key = text:match("^%d+()", at) or parse_type(text, at, stub.block.used)
    name = text:sub(1, key)
    at = expect(text, key, "]")
    at = text:match("^%?()", at) or at
  end
  if class.fields[name] then error(name .. " is declared twice", 0) end
  class.fields[name] = true
  parse_description(text, parse_type(text, at, stub.block.used))
end

function readers.operator(stub, text)
  if not stub.block.class then error("a class expected before it", 0) end
  local at = text:match("^%l+()") or error("an operator expected", 0)
  if found(text, at, "(") then at = expect(text, parse_type(text, found(text, at, "("), stub.block.used), ")") end
  parse_end(text, parse_type(text, expect(text, at, ":"), stub.block.used))
end

function readers.param(stub, text)
  local name, at = text:match("^([%a_][%w_]*)%??()")
  if not name then name, at = text:match("^(%.%.%.)()") end
  if not name then error("a name expected", 0) end
  table.insert(stub.block.parameters, name)
  parse_description(text, parse_type(text, at, stub.block.used))
end

readers["return"] = function(stub, text)
  local at = 1
  stub.block.returns = true
  repeat
    at = parse_type(text, at, stub.block.used)
    local comma = found(text, text:match("^%s+[%a_][%w_]*()", at) or at, ",")
    at = comma or at
  until not comma
  parse_description(text, at)
end

function readers.overload(stub, text)
  local at = text:match("^fun()") or error("fun expected", 0)
  parse_end(text, parse_function(text, at, stub.block.used))
end

function readers.alias(stub, text)
  local name, at = text:match("^([%a_][%w_.]*)()")
  if not name then error("a name expected", 0) end
  declare(stub, name, "alias")
  stub.block.alias = name
  if not text:match("^%s*$", at) then parse_end(text, parse_type(text, at, stub.block.used)) end
end

local function read_choice(stub, text)
  if not stub.block.alias then error("an alias expected before it", 0) end
  local at = parse_type(text, 1, stub.block.used)
  if not text:match("^%s*$", at) and not text:match("^%s+#%s", at) then error("# expected", 0) end
end

-- Code

local function check_parameters(block, given)
  local written = table.concat(block.parameters, ", ")
  if given ~= written then error(("its parameters are (%s), described are (%s)"):format(given, written), 0) end
end

local function end_block(stub, line)
  local block = stub.block
  local path, parameters = line:match("^function ([%w_.:]+)%((.*)%) end$")
  local name = line:match("^local ([%a_][%w_]*) = {}$")
  if path then
    if stub.functions[path] then error(path .. " is declared twice", 0) end
    check_parameters(block, parameters)
    stub.functions[path] = parameters
  elseif #block.parameters > 0 or block.returns then
    error("a function expected behind @param and @return", 0)
  elseif name and block.class then
    stub.locals[name] = block.class
  elseif line ~= "" and not line:match("^%-%-[^-]") and line ~= "--" and line ~= "return drover" then
    error("not what a stub is made of: " .. line, 0)
  end
end

local function new_block() return { parameters = {}, used = {} } end

local function note_used(stub, number)
  for _, name in ipairs(stub.block.used) do stub.used[name] = stub.used[name] or number end
  stub.block.used = {}
end

local function read_line(stub, line)
  local comment = line:match("^%-%-%-(.*)")
  local tag, text = (comment or ""):match("^@(%l+)%s*(.*)")
  if tag then
    local reader = readers[tag] or error("no annotation @" .. tag, 0)
    reader(stub, text)
  elseif comment and comment:sub(1, 1) == "|" then
    read_choice(stub, comment:match("^|%s*(.*)"))
  elseif not comment then
    local fine, fault = pcall(end_block, stub, line)
    stub.block = new_block()
    if not fine then error(fault, 0) end
  end
end

--- Read a stub, all of its faults listed.
function annotations.read(path)
  local stub = {
    faults = {}, classes = {}, functions = {}, locals = {}, declared = {}, used = {}, block = new_block(),
  }
  local number = 0
  for line in io.lines(path) do
    number = number + 1
    local fine, fault = pcall(read_line, stub, line)
    note_used(stub, number)
    if not fine then table.insert(stub.faults, number .. ": " .. fault) end
  end
  for name, where in pairs(stub.used) do
    if not stub.declared[name] and not BUILT_IN[name] then
      table.insert(stub.faults, where .. ": no type " .. name .. " is declared")
    end
  end
  table.sort(stub.faults)
  return stub
end

--- Names of the fields and functions of a class, its parents' included; not what stands in brackets.
function annotations.members(stub, class_name)
  local class = assert(stub.classes[class_name], class_name)
  local members = {}
  for _, parent in ipairs(class.parents) do
    for name in pairs(annotations.members(stub, parent)) do members[name] = true end
  end
  for name in pairs(class.fields) do
    if not name:find("[", 1, true) then members[name] = true end
  end
  for owner, of in pairs(stub.locals) do
    for path in pairs(of == class and stub.functions or {}) do
      local name = path:sub(1, #owner) == owner and path:match("^[.:]([%w_]+)$", #owner + 1)
      if name then members[name] = true end
    end
  end
  return members
end

return annotations
