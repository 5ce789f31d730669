-- Reads annotations for lua-language-server as documentation: `drover help` and scripts/REFERENCE.md are made from
-- the editor stub and from the modules that scripts may require. tests/scripts/stub checks that the annotations are
-- well-formed; the reader relies on that.
--
--   classes[name]  { name, doc, parents, fields }, a field being { name, type, optional, doc }
--   aliases[name]  { name, doc, type, choices }, a choice being { value, doc }
--   functions      list of { owner, separator, name, doc, params, results, overload }, where `owner` is a local and
--                  `overload` the class of a table that may stand for all parameters
--   locals[name]   the class that a local stands for
--   topics         list of { name, title, lines }
--
-- A `doc` is a list of paragraphs.

local reader = {}

local CLOSING = { ["("] = ")", ["<"] = ">", ["["] = "]", ["{"] = "}" }

--- Where the type at a position ends: at a space outside of all brackets, unless the type continues after it.
local function end_of_type(text, at)
  local open = {}
  for i = at, #text do
    local char = text:sub(i, i)
    if CLOSING[char] then
      open[#open + 1] = CLOSING[char]
    elseif char == open[#open] then
      open[#open] = nil
    elseif #open == 0 and char == " " and not text:sub(at, i - 1):find("[:|,]$") then
      return i - 1
    elseif #open == 0 and char == "," and not text:find("^fun", at) then
      return i - 1
    end
  end
  return #text
end

--- A type, and the text after it.
local function split_type(text)
  local last = end_of_type(text, 1)
  return text:sub(1, last), (text:sub(last + 1):gsub("^%s+", ""))
end

local function read_field(text)
  local name, optional, rest = text:match("^([%w_]+)(%??)%s+(.*)")
  if not name then name, optional, rest = text:match("^(%b[])(%??)%s+(.*)") end
  if not name then name, optional, rest = text:match("^(%.%.%.)(%??)%s+(.*)") end
  local type_name, doc = split_type(rest)
  return { name = name, optional = optional == "?", type = type_name, doc = doc }
end

--- The results of a function: types with their names, and their description.
local function read_results(text)
  local results = {}
  repeat
    local type_name, rest = split_type(text)
    local name, more = rest:match("^([%a_][%w_]*)(.*)")
    results[#results + 1] = { type = type_name, name = name }
    text = (more or rest):match("^,%s*(.*)")
    if not text then results.doc = (more or rest):gsub("^%s+", "") end
  until not text
  return results
end

--- Paragraphs, and items of lists, which begin with "- ".
local function add_doc(block, line)
  local doc = block.doc
  if line == "" then
    block.apart = true
  elseif block.apart or #doc == 0 or line:find("^%- ") then
    doc[#doc + 1], block.apart = line, nil
  else
    doc[#doc] = doc[#doc] .. " " .. line:gsub("^ +", "")
  end
end

local readers = {}

function readers.class(model, block, text)
  local name, parents = text:gsub("^%(exact%)%s*", ""):match("^([%w_.]+):?%s*(.*)")
  local class = { name = name, doc = block.doc, parents = {}, fields = {} }
  for parent in parents:gmatch("[%w_.]+") do table.insert(class.parents, parent) end
  model.classes[name], block.class = class, class
  table.insert(model.order, class)
end

function readers.alias(model, block, text)
  local name, rest = text:match("^([%w_.]+)%s*(.*)")
  block.alias = { name = name, doc = block.doc, type = rest, choices = {} }
  model.aliases[name] = block.alias
  table.insert(model.order, block.alias)
end

function readers.field(_, block, text) table.insert(block.class.fields, read_field(text)) end
function readers.param(_, block, text) table.insert(block.params, read_field(text)) end
function readers.overload(_, block, text) block.overload = text:match("^fun%(%w+%??: ([%w_.]+)%)") end
readers["return"] = function(_, block, text) block.results = read_results(text) end

local function new_block() return { doc = {}, params = {} } end

--- Read the line of code that ends a block of annotations.
local function read_code(model, block, line)
  local owner, separator, name = line:match("^function ([%w_]+)([.:])([%w_]+)%(")
  local object = line:match("^local ([%a_][%w_]*) = {}")
  if owner then
    table.insert(model.functions, {
      owner = owner, separator = separator, name = name, doc = block.doc, params = block.params,
      results = block.results, overload = block.overload,
    })
  elseif object and block.class then
    model.locals[object] = block.class
  end
end

local function read_annotation(model, block, comment)
  local tag, text = comment:match("^@(%l+)%s*(.*)")
  local value, doc = comment:match("^|%s*(\"[^\"]*\")%s*#?%s*(.*)")
  if readers[tag] then
    readers[tag](model, block, text)
  elseif value and block.alias then
    table.insert(block.alias.choices, { value = value:sub(2, -2), doc = doc })
  elseif not tag then
    add_doc(block, comment)
  end
end

--- A comment that begins with `-- @topic NAME TITLE` is prose, up to the first line that is not a comment.
local function read_topic(model, topic, line)
  local name, title = line:match("^%-%- @topic (%S+) (.+)")
  if name then
    topic = { name = name, title = title, lines = {} }
    table.insert(model.topics, topic)
    return topic
  end
  local text = topic and line:match("^%-%- ?(.*)")
  if text then table.insert(topic.lines, text) end
  return text and topic
end

--- Add the declarations in a source to a model.
function reader.read(source, model)
  model = model or { classes = {}, aliases = {}, functions = {}, locals = {}, topics = {}, order = {} }
  local block, topic = new_block(), nil
  for line in (source .. "\n"):gmatch("(.-)\n") do
    local comment = line:match("^%-%-%-(.*)")
    if comment then
      read_annotation(model, block, comment:gsub("^ ", ""))
    else
      topic = read_topic(model, topic, line)
      read_code(model, block, line)
      block = new_block()
    end
  end
  return model
end

return reader
