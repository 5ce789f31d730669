-- The whole reference as one document, scripts/REFERENCE.md.

local use = ...
local contents, names, text, types = use "contents", use "names", use "text", use "types"

local markdown = {}

local HEAD = [[
<!-- Made by `drover help --all --format md`; edits are lost. `ninja -C build renew-reference` renews it. -->
# Reference

All that scripts can use. `drover help NAME` shows a part of it: `drover help agent:sees`, `drover help colors`.
]]

local function key_line(entry, index, indent)
  local words = text.key_words(entry, index):gsub("%s+$", "")
  return ("  "):rep(indent) .. "- `" .. entry.word .. "`" .. (words ~= "" and " " .. words or "")
end

local function add_keys(out, keys, index, indent)
  for _, key in ipairs(keys or {}) do
    out[#out + 1] = key_line(key, index, indent)
    add_keys(out, key.keys, index, indent + 1)
  end
end

--- Add the example of an entry, unless it was shown before.
local function add_example(out, entry, shown)
  local piece = entry.example
  if not piece or shown[piece] then return end
  shown[piece] = true
  out[#out + 1] = ""
  out[#out + 1] = "```lua"
  out[#out + 1] = piece.text
  out[#out + 1] = "```"
  out[#out + 1] = ""
end

local function add_doc(out, entry)
  for _, paragraph in ipairs(entry.doc) do
    out[#out + 1] = ""
    out[#out + 1] = paragraph
  end
end

--- Paragraphs one below the other, and lists.
local function paragraphs(doc)
  local all = doc[1] or ""
  for i = 2, #doc do
    local follows_item, is_item = doc[i - 1]:find("^%- "), doc[i]:find("^%- ")
    all = all .. (is_item and "\n" or follows_item and "\n\n" or "  \n") .. doc[i]
  end
  return all
end

local function add_function(out, entry, index, shown)
  out[#out + 1] = ""
  out[#out + 1] = "**`" .. text.signature(entry, index) .. "`**  "
  out[#out + 1] = paragraphs(entry.doc)
  out[#out + 1] = ""
  for _, param in ipairs(text.parameters(entry, index)) do
    out[#out + 1] = "- `" .. param[1] .. "` " .. param[2]
  end
  add_keys(out, entry.keys, index, 0)
  for _, part in ipairs(entry.inherits or {}) do out[#out + 1] = "- and the keys of [" .. part.path .. "](#"
    .. part.path:gsub("%.%*$", "-1") .. ")" end -- a second heading of the same letters
  add_example(out, entry, shown)
  for _, key in ipairs(entry.keys or {}) do add_example(out, key, shown) end
end

local function add_part(out, entry, index, shown)
  out[#out + 1] = ""
  out[#out + 1] = "### " .. entry.path
  if entry.title then
    out[#out + 1] = ""
    out[#out + 1] = entry.title .. "."
  end
  add_doc(out, entry)
  out[#out + 1] = ""
  for _, member in ipairs(entry.members) do
    if not member.params then add_keys(out, { member }, index, 0) end
  end
  local first = {}
  for _, member in ipairs(entry.members) do
    if not member.params then add_example(first, member, shown) end
  end
  add_example(first, entry, shown)
  for _, line in ipairs(first) do out[#out + 1] = line end
  for _, member in ipairs(entry.members) do
    if member.params then add_function(out, member, index, shown) end
  end
end

local function add_type(out, entry, index, shown)
  out[#out + 1] = ""
  local means = entry.type and " " .. types.text(entry.type, names.is_table(index)) or ""
  out[#out + 1] = "**" .. entry.path .. "**" .. means
  add_doc(out, entry)
  out[#out + 1] = ""
  local plain = {}
  for _, choice in ipairs(entry.choices or {}) do
    if choice.doc[1] and not choice.doc[1]:find("^#") then
      out[#out + 1] = "- `" .. choice.path .. "` " .. choice.doc[1]
    else
      plain[#plain + 1] = "`" .. choice.path .. "`"
    end
  end
  out[#out + 1] = table.concat(plain, " ")
  add_keys(out, entry.keys, index, 0)
  add_example(out, entry, shown)
end

local function add_topic(out, entry, shown)
  out[#out + 1] = ""
  out[#out + 1] = "### " .. entry.title
  out[#out + 1] = ""
  for _, line in ipairs(entry.lines) do out[#out + 1] = line end
  add_example(out, entry, shown)
end

--- Lines joined, without repeated empty lines.
local function joined(out)
  return (table.concat(out, "\n"):gsub("\n\n\n+", "\n\n")) .. "\n"
end

function markdown.document(index)
  local out, shown = { HEAD }, {}
  out[#out + 1] = "## How things work"
  for _, topic in ipairs(index.topics) do add_topic(out, topic, shown) end
  for _, section in ipairs(contents.sections) do
    out[#out + 1] = ""
    out[#out + 1] = "## " .. section.title
    for _, part in ipairs(section) do add_part(out, index.parts[part.name], index, shown) end
  end
  out[#out + 1] = ""
  out[#out + 1] = "## Types and lists of values"
  for _, entry in ipairs(index.types) do add_type(out, entry, index, shown) end
  return joined(out)
end

return markdown
