-- Editing a plain definition in a mod: a copy of the definition, and the helpers that find their place in it by a path.
--
-- A path is keys with dots between them, and [n] for the entries of a list: "states.running.enter",
-- "states.grazing.on[2]". In a blend, a part is found by its behavior's name or by [n]: "states.grazing.steer.wander".
-- Blends do not change: a change of a part makes a new blend, and new ones of all blends around it.

local core, checks = ...

local edits = {}

-- Sections of a definition that a mod can write into though the definition has none.
local SECTIONS = {
  "body", "sight", "hearing", "look", "slots", "memory", "states", "settings", "monitors", "timers", "tools",
}
edits.sections = checks.set_of(SECTIONS)

local function copy_of(value, copies)
  if core.type(value) ~= "table" then return value end
  if copies[value] then return copies[value] end
  local copy = {}
  copies[value] = copy
  setmetatable(copy, copy_of(getmetatable(value) or nil, copies))
  for key, element in pairs(value) do copy[key] = copy_of(element, copies) end
  return copy
end

--- The keys of a path; "part" of each is how it is written.
local function keys_of(where, path)
  local keys, rest = {}, checks.type(where, "the path", path, "string")
  while rest ~= "" do
    local name, after = rest:match("^%.?([%a_][%w_]*)(.*)$")
    if #keys > 0 and rest:sub(1, 1) ~= "." then name = nil end
    local number, behind = rest:match("^%.?%[(%d+)%](.*)$")
    if not name and not number then
      error(where .. ": \"" .. path .. "\": a path expected, such as \"states.running.enter\" or \"on[2]\"", 0)
    end
    keys[#keys + 1] = name or math.tointeger(number)
    rest = name and after or behind
  end
  if #keys == 0 then error(where .. ": the path is empty", 0) end
  return keys
end

local function text_of(keys, count)
  local text = ""
  for index = 1, count do
    local key = keys[index]
    text = text .. (math.type(key) and "[" .. key .. "]" or (index > 1 and "." or "") .. key)
  end
  return text
end

--- A blend of the type of another, made of a list.
local function remade(where, blend, list)
  local fine, made = pcall(core.blend, blend, list)
  if not fine then error(where .. ": " .. made:gsub("^<drover>/[^:]+:%d+: ", ""), 0) end
  return made
end

local function is_blend(value) return core.type(value) == "blend" end

local function name_of_part(part)
  local steering = core.type(part) == "table" and part[1] or part
  return (tostring(steering):gsub("^%a+%.", ""))
end

--- The index of a part in the list of a blend.
local function find_part(where, keys, depth, list)
  local key, found, names = keys[depth], nil, {}
  for index, part in ipairs(list) do
    local name = name_of_part(part)
    names[index] = name
    if key == index or key == name then
      if found then
        local which = "say [" .. found .. "] or [" .. index .. "]"
        checks.fail(where, text_of(keys, depth), "the blend has more than one: " .. which)
      end
      found = index
    end
  end
  if found then return found end
  local count = #list == 1 and "one part" or #list .. " parts"
  checks.fail(where, text_of(keys, depth), math.type(key) and "the blend has " .. count
    or "the blend has no such part" .. checks.suggestion(key, names))
end

local function refuse_missing(where, keys, depth, container)
  local names = {}
  for key in pairs(container) do
    if type(key) == "string" then names[#names + 1] = key end
  end
  local key = keys[depth]
  checks.fail(where, text_of(keys, depth), "there is none"
    .. (type(key) == "string" and checks.suggestion(key, names) or ""))
end

--- Go down to the last key of a path, call `change(container, key)` there, and return what takes the place of `value`.
local function descend(where, keys, depth, value, change)
  local is_last = depth == #keys
  if is_blend(value) then
    local list = core.parts(value)
    local index = find_part(where, keys, depth, list)
    if is_last then
      change(list, index)
    else
      local part = list[index]
      local steering = core.type(part) == "table" and part[1] or part
      local changed = descend(where, keys, depth + 1, steering, change)
      if core.type(part) == "table" then part[1] = changed else list[index] = changed end
    end
    return remade(where, value, list)
  end
  if core.type(value) ~= "table" then
    checks.fail(where, text_of(keys, depth - 1), "a " .. core.type(value) .. " has no parts")
  end
  local key = keys[depth]
  if is_last then
    change(value, key)
  else
    if value[key] == nil then refuse_missing(where, keys, depth, value) end
    value[key] = descend(where, keys, depth + 1, value[key], change)
  end
  return value
end

local function edit(where, def, path, change)
  local keys = keys_of(where, path)
  descend(where, keys, 1, def, function(container, key) change(container, key, keys) end)
end

-- What the edit under way belongs to: `mod` is the number of the mod, and `suspended[mod]` says whether it is suspended.
local editing

-- The two kinds of wrappers. While the mod is suspended, they call what was there before it. C reads their upvalues by
-- order: the mod's function, the table of suspended mods, the mod's number, and the function before.

local function around(with, before)
  local suspended, mod = editing.suspended, editing.mod
  return function(...)
    local call = with
    if suspended[mod] then return before(...) end
    return call(before, ...)
  end
end

local function instead(new, before)
  local suspended, mod = editing.suspended, editing.mod
  return function(...)
    local call = new
    if suspended[mod] then return before(...) end
    return call(...)
  end
end

local function nothing() end

---What the function of `drover.extend` gets, as `def`: the plain definition, whose keys it may change, with these
---methods. A path is keys with dots between them, and [n] for the entries of a list: "states.running.enter",
---"states.grazing.on[2]". In a blend, a part is found by its behavior's name or by [n]: "states.grazing.steer.wander".
---@class drover.extended
---@field [string] any the keys of the definition
local methods = {}

---Put a function around the one at a path. It gets the former function, then what that one gets. Without a former
---function, `before` does nothing.
---@param path string
---@param with fun(before: function, ...: any): any
function methods.wrap(def, path, with)
  local where = core.where()
  if not checks.type(where, "wrap " .. tostring(path), with, "function") then return end
  edit(where, def, path, function(container, key, keys)
    local before = container[key]
    if before ~= nil and core.type(before) ~= "function" then
      checks.fail(where, text_of(keys, #keys), "a function expected, got a " .. core.type(before))
    end
    container[key] = around(with, before or nothing)
    editing.wrappers[container[key]] = true
  end)
end

local function insert_at_end(list, entry, is_after)
  table.insert(list, is_after and #list + 1 or 1, entry)
  return list
end

--- Insert an entry into a list: at the end that `is_after` says if the path ends in the name of a list or a blend, else
--- beside the entry that it leads to.
local function insert(def, path, entry, is_after)
  local where = core.where()
  if entry == nil then error(where .. ": " .. path .. ": an entry expected, got nil", 0) end
  edit(where, def, path, function(container, key, keys)
    local value = container[key]
    local is_named = not math.type(keys[#keys])
    local steering = is_named and core.type(value) == "table" and value[1] or value
    local blend = is_named and is_blend(steering) and steering
    if blend then
      local changed = remade(where, blend, insert_at_end(core.parts(blend), entry, is_after))
      if blend == value then container[key] = changed else value[1] = changed end
    elseif math.type(key) then
      if value == nil then refuse_missing(where, keys, #keys, container) end
      table.insert(container, is_after and key + 1 or key, entry)
    elseif value == nil or core.type(value) == "table" then
      container[key] = insert_at_end(value or {}, entry, is_after)
    else
      checks.fail(where, text_of(keys, #keys), "a list expected, got a " .. core.type(value)
        .. (core.type(value) == "function" and "; use def:wrap" or ""))
    end
  end)
end

---Insert an entry before the one at a path or, if the path ends in the name of a list or a blend, at its beginning.
---@param path string
---@param entry any
function methods.before(def, path, entry) insert(def, path, entry, false) end

---Insert an entry after the one at a path or, if the path ends in the name of a list or a blend, at its end.
---@param path string
---@param entry any
function methods.after(def, path, entry) insert(def, path, entry, true) end

---Put something else in the place of what is at a path. A part of a blend keeps its weight unless `new` has one.
---@param path string
---@param new any
function methods.replace(def, path, new)
  local where = core.where()
  edit(where, def, path, function(container, key, keys)
    local old = container[key]
    if old == nil then refuse_missing(where, keys, #keys, container) end
    local has_weight = core.type(old) == "table" and core.type(old[1]) ~= "guard" and core.type(new) ~= "table"
      and (core.type(old[1]) == "behavior" or is_blend(old[1]))
    container[key] = has_weight and { new, old[2] } or new
  end)
end

local class = { __index = methods, __metatable = false }

--- Where a mod has put a function in the place of another, keep the other one for while the mod is suspended. Entries of
--- lists may have moved, so there it is not known which one was replaced.
local function keep_replaced(before, after)
  for key, old in pairs(before) do
    local new = after[key]
    local is_kept = not math.type(key) and new ~= nil and new ~= old
    if is_kept and core.type(old) == "table" and core.type(new) == "table" then
      keep_replaced(old, new)
    elseif is_kept and core.type(old) == "function" and core.type(new) == "function"
      and not editing.wrappers[new] then
      after[key] = instead(new, old)
    end
  end
end

--- A copy of a definition, changed by a function of a mod, whose number is `mod`. `suspended` says by number which mods
--- are suspended later, while the scenario runs.
function edits.apply(where, def, change, mod, suspended)
  local copy = copy_of(def, {})
  local is_empty = {}
  editing = { mod = mod, suspended = suspended, wrappers = {} }
  for _, section in ipairs(SECTIONS) do
    if copy[section] == nil then
      copy[section] = {}
      is_empty[section] = copy[section]
    end
  end
  setmetatable(copy, class)
  if change(copy) ~= nil then error(where .. ": the function returns nothing: it changes what it gets", 0) end
  local plain = {}
  for key, value in pairs(copy) do
    if value ~= is_empty[key] or next(value) ~= nil then plain[key] = value end
  end
  keep_replaced(def, plain)
  return plain
end

return edits
