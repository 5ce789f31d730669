-- Everything that has a name, as entries, from what the reader found: parts with their members, functions with the
-- keys that they take, types, topics.
--
--   { path = "steer.seek", word = "seek", what = "function", doc, owner, type, optional, params, results, keys }
--
-- The `keys` of an entry are entries, too. A part has `members`, a list of values has `choices`.

local use = ...
local contents, types = use "contents", use "types"

local names = {}

-- Classes that are listed by themselves, not as the keys of one place.
local function find_apart()
  local apart = {}
  for _, section in ipairs(contents.sections) do
    for _, part in ipairs(section) do
      apart[part.class] = part
      for _, name in ipairs(part.with or {}) do apart[name] = part end
    end
  end
  for _, name in ipairs(contents.types) do apart[name] = true end
  return apart
end

local function new_entry(index, entry)
  table.insert(index.entries, entry)
  return entry
end

--- The class whose keys are listed where a type is used, if there is one.
local function keys_in(index, type_name)
  for _, name in ipairs(types.named(type_name)) do
    local class = index.model.classes[name]
    if class and not index.apart[name] then return class end
  end
end

local add_keys

local function add_field(index, owner, field, separator, outer)
  local numbered = field.name:match("^%[(.*)%]$")
  local entry = new_entry(index, {
    path = numbered and owner.path .. field.name or owner.path .. separator .. field.name,
    word = field.name, what = separator == "." and owner.style or "key", owner = owner, type = field.type,
    optional = field.optional, doc = { field.doc ~= "" and field.doc or nil }, is_numbered = numbered ~= nil,
  })
  add_keys(index, entry, field.type, outer)
  return entry
end

--- Add the keys of the classes that a type names. A class within itself, such as a node that has nodes, is not
--- expanded again.
function add_keys(index, entry, type_name, outer)
  local class = keys_in(index, type_name)
  if not class or outer[class.name] then return end
  index.placed[class.name] = true
  outer[class.name] = true
  entry.keys, entry.keys_doc, entry.inherits = entry.keys or {}, class.doc, {}
  local function add_all(of)
    for _, field in ipairs(of.fields) do
      local key = add_field(index, entry, field, ".", outer)
      key.what = "key"
      table.insert(entry.keys, key)
    end
    for _, parent in ipairs(of.parents) do
      local part = index.apart[parent]
      if part == true or part == nil then
        if index.model.classes[parent] then add_all(index.model.classes[parent]) end
      else
        table.insert(entry.inherits, index.parts[part.name])
      end
    end
  end
  add_all(class)
  outer[class.name] = nil
end

--- Add the parameters given by position, or by name in a table.
local function add_parameters(index, entry, found)
  index.placed[found.overload] = true
  entry.takes_table = true
  for _, param in ipairs(found.params) do
    if not entry.keys or param.name ~= "parameters" then
      new_entry(index, {
        path = entry.path .. "." .. param.name, word = param.name, what = "key", owner = entry, type = param.type,
        optional = param.optional, doc = { param.doc },
      })
    end
  end
end

local function add_function(index, owner, found, separator)
  local entry = new_entry(index, {
    path = owner.path .. separator .. found.name, word = found.name,
    what = separator == ":" and "method" or "function", owner = owner, doc = found.doc,
    params = found.params, results = found.results,
  })
  for _, param in ipairs(found.params) do add_keys(index, entry, param.type, {}) end
  if found.overload then add_parameters(index, entry, found) end
  return entry
end

local function has_catalogue_name(index, part, word)
  for _, found in ipairs(index.model.functions) do
    if found.owner == part.name and found.name == word then return true end
  end
end

local function add_members(index, part, owner, class)
  local model = index.model
  for _, field in ipairs(class and class.fields or {}) do
    if not field.name:find("^%[%a") and not has_catalogue_name(index, part, field.name) then
      table.insert(owner.members, add_field(index, owner, field, ".", {}))
    end
  end
  for _, found in ipairs(model.functions) do
    local of = model.locals[found.owner]
    if (of and of == class) or (not of and found.owner == part.class) then
      table.insert(owner.members, add_function(index, owner, found, found.separator))
    end
  end
end

local STYLES = { field = "field", module = "field", key = "key" }

local function add_part(index, part)
  local class = index.model.classes[part.class]
  local owner = index.parts[part.name]
  owner.doc = class and class.doc or {}
  add_members(index, part, owner, class)
  for _, name in ipairs(part.with or {}) do add_members(index, part, owner, index.model.classes[name]) end
end

local function add_choices(index, entry, alias)
  for _, choice in ipairs(alias.choices) do
    table.insert(entry.choices, new_entry(index, {
      path = '"' .. choice.value .. '"', word = choice.value, what = "value", owner = entry,
      doc = { choice.doc ~= "" and choice.doc or nil },
    }))
  end
end

local function add_type(index, declared)
  local label = declared.name:gsub("^drover%.", "")
  local entry = new_entry(index, {
    path = label, word = label, what = "type", doc = declared.doc, type = declared.type ~= "" and declared.type or nil,
    choices = declared.choices and {}, other = contents.other_names[declared.name], style = "key",
  })
  if declared.choices then add_choices(index, entry, declared) end
  entry.keys = declared.fields and declared.fields[1] and {}
  for _, field in ipairs(declared.fields or {}) do
    if not field.name:find("^%[%a") then table.insert(entry.keys, add_field(index, entry, field, ".", {})) end
  end
  index.placed[declared.name] = true
  table.insert(index.types, entry)
end

--- Types in the order of the contents, then those without a place.
local function add_types(index)
  local model, known = index.model, {}
  for _, name in ipairs(contents.types) do
    known[name] = true
    add_type(index, model.classes[name] or model.aliases[name] or error("contents: no type " .. name))
  end
  for _, declared in ipairs(model.order) do
    if not index.apart[declared.name] and not index.placed[declared.name] and not known[declared.name] then
      add_type(index, declared)
    end
  end
end

local function add_topics(index)
  for _, topic in ipairs(index.model.topics) do
    table.insert(index.topics, new_entry(index, {
      path = topic.name, word = topic.name, what = "topic", title = topic.title, lines = topic.lines, doc = {},
      other = contents.other_names[topic.name],
    }))
  end
end

local function new_owner(index, part)
  index.parts[part.name] = new_entry(index, {
    path = part.name, word = part.name, what = "part", members = {}, other = part.other, style = STYLES[part.members],
    spelling = part.members, title = part.title, doc = {},
  })
end

--- Index entries by their names, in the order of the contents.
local function index_words(index)
  local function note(where, word, entry)
    where[word] = where[word] or {}
    for _, known in ipairs(where[word]) do
      if known == entry then return end
    end
    table.insert(where[word], entry)
  end
  for _, entry in ipairs(index.entries) do
    note(index.by_path, entry.path, entry)
    note(index.by_word, entry.word, entry)
    for _, other in ipairs(entry.other or {}) do note(index.by_word, other, entry) end
    for _, part in ipairs(entry.inherits or {}) do
      for _, key in ipairs(part.members) do note(index.by_path, entry.path .. "." .. key.word, key) end
    end
  end
end

--- The first sentence about an entry, without its period.
function names.summary(entry)
  local text = entry.title or entry.doc[1] or ""
  text = text:match("^(.-[^.%s][.:])%s+[%u`]") or text
  return (text:gsub("[.:]$", ""))
end

--- A function that tells whether the keys of a class are listed where its type is used.
function names.is_table(index)
  return function(name)
    return index.placed[name] and index.model.classes[name] ~= nil and not index.apart[name]
  end
end

function names.build(model)
  local index = {
    model = model, entries = {}, parts = {}, types = {}, topics = {}, commands = {},
    by_path = {}, by_word = {}, placed = {},
    apart = find_apart(),
  }
  add_topics(index)
  for _, section in ipairs(contents.sections) do
    for _, part in ipairs(section) do new_owner(index, part) end
  end
  for _, section in ipairs(contents.sections) do
    for _, part in ipairs(section) do add_part(index, part) end
  end
  add_types(index)
  index_words(index)
  return index
end

return names
