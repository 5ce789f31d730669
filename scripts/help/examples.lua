-- The examples of the reference: scenarios in the folder `examples` that a test runs. Between `-- @example PART…` and
-- `-- @end` is a piece that shows names of these parts as scripts write them: `self:sees`, `steer.seek`, `speed = `.
-- The first piece that shows a name is the example for that name and for the keys it takes. If none shows what the
-- catalogue describes, its example is made from types; see derived.lua.

local use = ...
local derived = use "derived"

local examples = {}

--- The pieces of a scenario: { parts = { name, … }, text, file }.
local function pieces_of(file, source)
  local pieces, piece = {}, nil
  for line in (source .. "\n"):gmatch("(.-)\n") do
    local parts = line:match("^%s*%-%- @example (.+)")
    if parts then
      piece = { parts = {}, lines = {}, file = file }
      for part in (parts .. ","):gmatch("%s*(.-)%s*,") do table.insert(piece.parts, part) end
      table.insert(pieces, piece)
    elseif line:match("^%s*%-%- @end") then
      piece = nil
    elseif piece then
      table.insert(piece.lines, line)
    end
  end
  return pieces
end

--- The lines without their common indentation.
local function unindented(lines)
  local least
  for _, line in ipairs(lines) do
    local indent = line:match("^( *)%S")
    if indent and (not least or #indent < least) then least = #indent end
  end
  local text = {}
  for _, line in ipairs(lines) do text[#text + 1] = line:sub((least or 0) + 1) end
  return table.concat(text, "\n")
end

local function shows_key(text, word) return text:find("%f[%w_.]" .. word .. "%s*=[^=]") end

-- How a script writes the name of a member: `x.name` and `x:name`, `part.name`, `name =`.
local SHOWS = {
  field = function(text, word) return text:find("[%a%]][.:]" .. word .. "%f[^%w_]") end,
  module = function(text, word, part) return text:find("%f[%w_]" .. part .. "%." .. word .. "%f[^%w_]") end,
  key = shows_key,
}

local function note(entry, piece)
  entry.example = entry.example or piece
end

-- Excerpts

local MAX_LINES = 14 -- up to this length, a piece is shown whole
local MAX_INNER = 8 -- shown of the block that begins in the line with the name

local function indentation(line) return #line:match("^ *") end

--- Whether a line of a piece shows an entry; for one of a list of values, any of them will do.
local function line_shows(line, entry)
  if entry.is_numbered or not entry.owner then return false end
  if entry.what == "value" then
    for _, choice in ipairs(entry.owner.choices) do
      if line:find('"' .. choice.word .. '"', 1, true) then return true end
    end
    return false
  end
  local part = entry.owner
  local style = entry.what == "key" and "key" or part.spelling or "key"
  return SHOWS[style](line, entry.word, part.path)
end

--- The lines around a line that enclose it, and the lines inside its block.
local function around(lines, at)
  local shown, indent = { [at] = true }, indentation(lines[at])
  local outer = indent
  for i = at - 1, 1, -1 do
    if lines[i] ~= "" and indentation(lines[i]) < outer then
      shown[i], outer = true, indentation(lines[i])
    end
  end
  local last = at
  while lines[last + 1] and (lines[last + 1] == "" or indentation(lines[last + 1]) > indent) do last = last + 1 end
  if last > at and last - at <= MAX_INNER then
    for i = at, last + 1 do shown[i] = lines[i] ~= nil end
  end
  for i = at - 1, 1, -1 do
    if not lines[i]:find("^ *%-%-") then break end
    shown[i] = true
  end
  return shown
end

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

--- The number of the line that shows an entry, or else its owner.
local function find_line(lines, entry, piece)
  for i, line in ipairs(lines) do
    if line_shows(line, entry) then return i end
  end
  local owner = entry.owner
  return owner and owner.example == piece and find_line(lines, owner, piece) or nil
end

local function shown_lines(lines, shown)
  local excerpt, left_out = {}, false
  for i, line in ipairs(lines) do
    if shown[i] then
      excerpt[#excerpt + 1], left_out = line, false
    elseif not left_out and #excerpt > 0 then
      excerpt[#excerpt + 1], left_out = (" "):rep(indentation(line)) .. "…", true
    end
  end
  return excerpt
end

--- The part of an entry's example that is about the entry: all of a short piece; of a long one, the line that shows
--- the name with its enclosing lines, and "…" for the rest.
function examples.excerpt(entry)
  local piece = entry.example
  local lines = lines_of(piece.text)
  local is_whole = #lines <= MAX_LINES or entry.members or entry.what == "topic" or entry.what == "type"
  local at = not is_whole and find_line(lines, entry, piece)
  return at and shown_lines(lines, around(lines, at)) or lines
end

local function note_keys(entry, piece)
  for _, key in ipairs(entry.keys or {}) do
    local shows = key.is_numbered or shows_key(piece.text, key.word)
    if shows or (entry.what == "type" and SHOWS.field(piece.text, key.word)) then
      note(key, piece)
      note_keys(key, piece)
    end
  end
end

local function note_members(part, piece)
  for _, member in ipairs(part.members) do
    if SHOWS[part.spelling](piece.text, member.word, part.path) then
      note(member, piece)
      note_keys(member, piece)
    end
  end
  note(part, piece)
end

local function note_type(entry, piece)
  note(entry, piece)
  note_keys(entry, piece)
  for _, choice in ipairs(entry.choices or {}) do
    if piece.text:find('"' .. choice.word .. '"', 1, true) then note(choice, piece) end
  end
end

local function show(index, piece)
  for _, name in ipairs(piece.parts) do
    local found = index.parts[name]
    if found then note_members(found, piece) end
    for _, entry in ipairs(index.by_path[name] or {}) do
      if entry.what == "type" or entry.what == "topic" then
        note_type(entry, piece)
        found = entry
      end
    end
    if not found then error(piece.file .. ": @example: nothing is called " .. name, 0) end
  end
end

--- Entries without an example get that of their owner.
local function inherit(entry, piece)
  entry.example = entry.example or piece
  for _, key in ipairs(entry.keys or {}) do inherit(key, entry.example) end
  for _, choice in ipairs(entry.choices or {}) do inherit(choice, entry.example) end
end

--- Derive examples for members that no piece shows.
local function derive(index)
  local is_property = {}
  for _, field in ipairs(index.model.classes["drover.own_properties"].fields) do is_property[field.name] = true end
  for _, entry in ipairs(index.entries) do
    if entry.owner and entry.owner.what == "part" then
      entry.example = entry.example or derived.piece(entry, is_property)
    end
  end
end

--- Whether the example of a key gives it, by name or by position.
local function is_given(key)
  local text = key.example and key.example.text or ""
  return key.is_numbered or text:find("%f[%w_]" .. key.word .. " = ") or text:find("[%a]%." .. key.word .. "%f[^%w_]")
    or key.owner and text:find(key.owner.word .. "%(")
end

--- Give entries their examples, from a list of { name, source }.
function examples.add(index, files)
  index.pieces = {}
  for _, file in ipairs(files) do
    for _, piece in ipairs(pieces_of(file.name, file.source)) do
      piece.text = unindented(piece.lines)
      table.insert(index.pieces, piece)
    end
  end
  for _, piece in ipairs(index.pieces) do show(index, piece) end
  derive(index)
  for _, entry in ipairs(index.entries) do inherit(entry, entry.example) end
  for _, entry in ipairs(index.entries) do
    if entry.what == "key" and entry.owner then entry.example = entry.example or entry.owner.example end
  end
  for _, entry in ipairs(index.entries) do
    if entry.what == "key" and not is_given(entry) then entry.example = derived.piece(entry, {}) or entry.example end
  end
end

return examples
