-- Pages of the reference as text, 80 columns wide.

local use = ...
local examples, names, types = use "examples", use "names", use "types"

local text = {}

local WIDTH = 79
local MARGIN = 20 -- where the column of descriptions begins

-- Wrapping

local function width(line) return utf8.len(line) or #line end

--- Wrap the words of a text into lines of at most `columns` columns.
local function wrapped(words, columns)
  local lines, line = {}, nil
  for word in words:gmatch("%S+") do
    if line and width(line) + 1 + width(word) <= columns then
      line = line .. " " .. word
    else
      lines[#lines + 1] = line
      line = word
    end
  end
  lines[#lines + 1] = line
  return lines
end

local function add_wrapped(out, words, indent)
  for _, line in ipairs(wrapped(words, WIDTH - indent)) do out[#out + 1] = (" "):rep(indent) .. line end
end

--- Add a long line, with the lines after the first indented.
local function add_hanging(out, words, indent)
  for i, line in ipairs(wrapped(words, WIDTH - indent - 4)) do
    out[#out + 1] = (" "):rep(i == 1 and indent or indent + 4) .. line
  end
end

--- Add a name, and next to it, in a column of its own, its description.
local function add_row(out, name, words, indent, margin)
  local lines = wrapped(words, WIDTH - margin)
  local first = (" "):rep(indent) .. name
  if width(first) > WIDTH then
    add_hanging(out, name, indent)
  elseif width(first) + 2 > margin then
    out[#out + 1] = first
  else
    out[#out + 1] = first .. (" "):rep(margin - width(first)) .. (table.remove(lines, 1) or "")
  end
  for _, line in ipairs(lines) do out[#out + 1] = (" "):rep(margin) .. line end
end

-- Entries

--- "number, required: what it is".
local function key_words(entry, index)
  local words = entry.type and types.text(entry.type, names.is_table(index)) or ""
  local is_needed = entry.optional == false and entry.what == "key" and not entry.word:find("^%[%a")
  if is_needed then words = words .. ", required" end
  local doc = table.concat(entry.doc, " ")
  return doc ~= "" and words .. ": " .. doc or words
end

-- What to show for keys that have no name.
local PLACES = { ["[integer]"] = "1, 2, …", ["[string]"] = "any name" }

local function add_keys(out, keys, index, indent)
  for _, key in ipairs(keys) do
    add_row(out, PLACES[key.word] or key.word, key_words(key, index), indent, MARGIN)
    if key.keys then add_keys(out, key.keys, index, indent + 2) end
  end
end

--- How a script writes a function: with its parameters, optional ones in brackets.
function text.signature(entry, index)
  if not entry.params then return entry.path end
  local list, closing, is_table = "", "", names.is_table(index)
  for position, param in ipairs(entry.params) do
    local class = types.named(param.type)[1]
    local name = entry.keys and class and is_table(class) and "{ … }" or param.name
    local opening = param.optional and (#entry.params > 1 or name == param.name) and "[" or ""
    list = list .. (position == 1 and opening or (opening ~= "" and " [, " or ", ")) .. name
    closing = closing .. (opening ~= "" and "]" or "")
  end
  local call = list == "{ … }" and " { … }" or "(" .. list .. closing .. ")"
  local results = entry.results and types.results(entry.results, is_table)
  return entry.path .. call .. (results and " → " .. results or "")
end

local function add_doc(out, entry, indent)
  for _, paragraph in ipairs(entry.doc) do
    local item = paragraph:match("^%- (.*)")
    local first = #out + 1
    add_wrapped(out, item or paragraph, item and indent + 2 or indent)
    if item then out[first] = (" "):rep(indent) .. "- " .. out[first]:sub(indent + 3) end
  end
end

local function add_example(out, entry)
  if not entry.example then return end
  out[#out + 1] = ""
  out[#out + 1] = "  Example"
  for _, line in ipairs(examples.excerpt(entry)) do out[#out + 1] = line == "" and "" or "    " .. line end
end

--- The parameters that are not a table of keys, as rows { name, words }. Consecutive parameters with the same words
--- share a row.
function text.parameters(entry, index)
  local rows, is_table = {}, names.is_table(index)
  for _, param in ipairs(entry.params) do
    local class = types.named(param.type)[1]
    if not (entry.keys and class and is_table(class)) then
      local words = types.text(param.type, is_table) .. (param.doc ~= "" and ": " .. param.doc or "")
      local last = rows[#rows]
      if last and last[2] == words then
        last[1] = last[1] .. ", " .. param.name
      else
        rows[#rows + 1] = { param.name, words }
      end
    end
  end
  local given = entry.results and entry.results.doc
  if given and given ~= "" then rows[#rows + 1] = { "→", given } end
  return rows
end

local function add_inherited(out, entry, index)
  for _, part in ipairs(entry.inherits or {}) do
    out[#out + 1] = ""
    add_wrapped(out, part.title .. ":", 2)
    add_keys(out, part.members, index, 2)
  end
end

local pages = {}

pages["function"] = function(out, entry, index)
  add_hanging(out, text.signature(entry, index), 0)
  add_doc(out, entry, 2)
  for _, row in ipairs(text.parameters(entry, index)) do add_row(out, row[1], row[2], 2, MARGIN) end
  if entry.takes_table then add_wrapped(out, "Or all by name in a table: " .. entry.path .. " { … }.", 2) end
  add_keys(out, entry.keys or {}, index, 2)
  add_inherited(out, entry, index)
end
pages.method = pages["function"]

function pages.key(out, entry, index)
  out[#out + 1] = entry.path
  add_wrapped(out, key_words(entry, index), 2)
  if entry.keys then
    add_wrapped(out, "The keys in it:", 2)
    add_keys(out, entry.keys, index, 4)
  end
end
pages.field = pages.key
pages.module = pages.key

function pages.part(out, entry, index)
  out[#out + 1] = entry.path
  add_doc(out, entry, 2)
  for _, member in ipairs(entry.members) do
    if member.params then
      local summary = names.summary(member)
      add_row(out, text.signature(member, index), summary, 2, MARGIN)
    else
      add_row(out, member.word, key_words(member, index), 2, MARGIN)
    end
  end
  local last = entry.members[#entry.members]
  if last.params then add_wrapped(out, "In full: drover help " .. last.path .. " and so on.", 2) end
end

function pages.type(out, entry, index)
  out[#out + 1] = entry.path
  add_doc(out, entry, 2)
  if entry.type then add_wrapped(out, types.text(entry.type, names.is_table(index)), 2) end
  local plain = {}
  for _, choice in ipairs(entry.choices or {}) do
    if choice.doc[1] and not choice.doc[1]:find("^#") then
      add_row(out, choice.path, choice.doc[1], 2, MARGIN)
    else
      plain[#plain + 1] = choice.path
    end
  end
  add_wrapped(out, table.concat(plain, " "), 2)
  add_keys(out, entry.keys or {}, index, 2)
end

function pages.value(out, entry)
  out[#out + 1] = entry.path
  add_wrapped(out, "One of the values of " .. entry.owner.path .. ": drover help " .. entry.owner.path, 2)
  add_doc(out, entry, 2)
end

--- Prose: paragraphs and list items are wrapped; lines indented by four are kept as they are.
function pages.topic(out, entry)
  out[#out + 1] = entry.title
  local flowing
  local function flush()
    if flowing and flowing:find("^- ") then
      for i, line in ipairs(wrapped(flowing, WIDTH - 4)) do out[#out + 1] = (i == 1 and "  " or "    ") .. line end
    elseif flowing then
      add_wrapped(out, flowing, 2)
    end
    flowing = nil
  end
  for _, line in ipairs(entry.lines) do
    local stands = line == "" or line:find("^    ")
    if stands or line:find("^- ") then flush() end
    if stands then
      out[#out + 1] = line == "" and "" or "  " .. line
    else
      flowing = flowing and flowing .. " " .. line:gsub("^ +", "") or line
    end
  end
  flush()
end

--- What `--help` of a command prints, which is as wide as a page.
function pages.command(out, entry)
  for line in entry.text:gmatch("([^\n]*)\n") do out[#out + 1] = line end
end

--- The page of an entry.
function text.page(entry, index)
  local out = {}
  pages[entry.what](out, entry, index)
  add_example(out, entry)
  return table.concat(out, "\n") .. "\n"
end

--- A list of rows { name, words }.
function text.rows(rows, margin)
  local out = {}
  for _, row in ipairs(rows) do add_row(out, row[1], row[2], 2, margin or MARGIN) end
  return table.concat(out, "\n") .. "\n"
end

--- Words wrapped to the width of a page.
function text.paragraph(words)
  return table.concat(wrapped(words, WIDTH), "\n") .. "\n"
end

text.key_words = key_words

return text
