-- Find the entries that a typed name means, and what to say if there are none.

local use = ...
local contents = use "contents"

local finding = {}

local MAX_HINTS = 3
local LONGEST_NAME = 60

--- The ways to read a typed name: as is, without "drover.", with `agent` for `self` and `test` for `t`, and with a
--- colon for a dot.
function finding.spellings(name)
  name = name:gsub("^%s+", ""):gsub("%s*[%(%{].*$", ""):gsub("[%s.:]+$", "")
  name = name:match('^require "?([%w_]+)') or name:match('^["\'](.*)["\']$') or name
  local list = { name }
  local function add(other)
    if other ~= list[#list] then list[#list + 1] = other end
  end
  add((name:gsub("^drover[.:]", "")))
  add((list[#list]:gsub("^self([.:])", "agent%1")))
  add((list[#list]:gsub("^t([.:])", "test%1")))
  add((list[#list]:gsub("^([%w_]+)%.([%w_]+)$", "%1:%2")))
  add((list[#list]:gsub("^([%w_]+):([%w_]+)$", "%1.%2")))
  return list
end

--- Add entries to a list, without duplicates.
function finding.add_all(found, entries)
  for _, entry in ipairs(entries or {}) do
    local known = false
    for _, other in ipairs(found) do known = known or other == entry end
    if not known then table.insert(found, entry) end
  end
end

-- The order of entries. If a name has many meanings, those of the last rank are only listed.
finding.RANK = {
  part = 1, topic = 1, ["function"] = 2, method = 2, type = 3, command = 4, field = 5, key = 5, value = 5,
}

--- The entries that a name means, parts and functions first.
local function find_as_written(index, name)
  local found, path = {}, nil
  for _, spelling in ipairs(finding.spellings(name)) do
    if not path then
      path = index.by_path[spelling]
      finding.add_all(found, path)
    end
    if not spelling:find("[.:]") then finding.add_all(found, index.by_word[spelling]) end
  end
  local place = {}
  for position, entry in ipairs(found) do place[entry] = position end
  table.sort(found, function(a, b)
    local first, second = finding.RANK[a.what] or 5, finding.RANK[b.what] or 5
    if first ~= second then return first < second end
    return place[a] < place[b]
  end)
  return found
end

--- The entries that a name means, ignoring case if necessary.
function finding.find(index, name)
  local found = find_as_written(index, name)
  return #found > 0 and found or find_as_written(index, name:lower())
end

--- The current name for a name of an earlier version: a line that says so, and the entries.
function finding.find_renamed(index, name)
  for _, spelling in ipairs(finding.spellings(name)) do
    local path = contents.renamed[spelling]
    local old = contents.renamed["kind." .. spelling] and "kind." .. spelling or spelling
    if path then return old .. " is called " .. path .. " now.\n\n", index.by_path[path] end
  end
  return "", nil
end

-- What is not found

local function all_names(index)
  local set, list = {}, {}
  for _, where in ipairs({ index.by_path, index.by_word }) do
    for name in pairs(where) do
      if not set[name] and not name:find("[%[\"]") then
        set[name] = true
        list[#list + 1] = name
      end
    end
  end
  table.sort(list)
  return list
end

--- The names nearest to a name, the nearest first; then names that contain it.
local function nearest_names(core, index, name)
  local list, hints = all_names(index), {}
  local last = name:match("([%w_]+)[%W]*$") or name
  local function take(hint)
    for position, other in ipairs(list) do
      if other == hint then table.remove(list, position) end
    end
    hints[#hints + 1] = hint
  end
  for _, given in ipairs({ name, last }) do
    local near = core.nearest(given, list)
    while near and #hints < MAX_HINTS do
      take(near)
      near = core.nearest(given, list)
    end
  end
  for position = #list, 1, -1 do
    local word = list[position]:match("[%w_]*$"):lower()
    if #last > 2 and #hints < MAX_HINTS and word:find(last:lower(), 1, true) then take(list[position]) end
  end
  return hints
end

--- Entries whose text contains the word.
local function mentioning(index, word)
  local found = {}
  for _, entry in ipairs(index.entries) do
    local said = table.concat(entry.doc, " ") .. (entry.title or "") .. table.concat(entry.lines or {}, " ")
    if #found < MAX_HINTS and said:lower():find("%f[%a]" .. word:lower() .. "%f[%A]") then
      found[#found + 1] = entry.path
    end
  end
  return found
end

--- The message for a name that nothing has.
function finding.unknown(core, index, name)
  local shown = #name <= LONGEST_NAME and name
    or name:sub(1, LONGEST_NAME):gsub("[\xC0-\xFF]?[\x80-\xBF]*$", "") .. "…"
  local message = "nothing is called '" .. shown .. "'"
  local mentions = name:find("^%a+$") and mentioning(index, name) or {}
  local hints = #name <= LONGEST_NAME and nearest_names(core, index, name) or {}
  if #hints > 0 then message = message .. " (" .. table.concat(hints, ", ") .. "?)" end
  if #mentions > 0 then message = message .. "; it is mentioned under " .. table.concat(mentions, ", ") end
  return message .. "; drover help lists all topics"
end

return finding
