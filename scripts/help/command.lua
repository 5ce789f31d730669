-- `drover help` and `drover behaviors`: find what a name means and assemble the pages.
--
--   command.help(core, name)         text, or nil and a message
--   command.behaviors(core, name)    likewise, of the catalogue alone
--   command.markdown(core)           all of it
--
-- `core` has `stub` (its source), `modules` and `examples` (lists of { name, source }), `commands` (a list of { name,
-- text }) and `nearest(name, list)`.

local use = ...
local contents, finding, names, text = use "contents", use "finding", use "names", use "text"
local examples, markdown, reader = use "examples", use "markdown", use "reader"

local command = {}

local MAX_PAGES = 3 -- of a name with more meanings, the lesser ones are only listed

-- The index

--- All entries, including the program's commands; cached in `core`.
function command.index(core)
  if core.index then return core.index end
  local model = reader.read(core.stub)
  for _, module in ipairs(core.modules) do reader.read(module.source, model) end
  local index = names.build(model)
  examples.add(index, core.examples)
  for _, found in ipairs(core.commands) do
    local summary = found.text:match("\n\n(.-)[.:]%s"):gsub("%s+", " ")
    local entry = {
      path = "drover " .. found.name, word = found.name, what = "command", doc = { summary }, text = found.text,
    }
    table.insert(index.commands, entry)
    for where, name in pairs({ by_path = entry.path, by_word = entry.word }) do
      index[where][name] = index[where][name] or {}
      table.insert(index[where][name], entry)
    end
  end
  core.index = index
  return index
end

-- Pages

--- Rows for entries that are only listed. Names with the same words share a row.
local function rows_of(entries, index)
  local rows, by_words = {}, {}
  for _, entry in ipairs(entries) do
    local words = entry.type and text.key_words(entry, index) or names.summary(entry)
    local row = by_words[words]
    if row then
      row[1] = row[1] .. ", " .. entry.path
    else
      row = { entry.path, words }
      rows[#rows + 1], by_words[words] = row, row
    end
  end
  return rows
end

local function listed(entries, index)
  local out = {}
  for _, row in ipairs(rows_of(entries, index)) do
    out[#out + 1] = text.paragraph("  " .. row[1]):gsub("\n(.)", "\n  %1")
    out[#out + 1] = text.rows({ { "", row[2] } }, 6)
  end
  return table.concat(out)
end

local function pages(entries, index)
  local out, rest = {}, {}
  for position, entry in ipairs(entries) do
    local is_lesser = (finding.RANK[entry.what] or 5) >= 5
    if position <= MAX_PAGES and not (is_lesser and #entries > MAX_PAGES) then
      out[#out + 1] = text.page(entry, index)
    else
      rest[#rest + 1] = entry
    end
  end
  if #rest > 0 then out[#out + 1] = (#out > 0 and "Also\n" or "") .. listed(rest, index) end
  return table.concat(out, "\n")
end

-- The overview

local function section_rows(index, section)
  local rows = {}
  for _, part in ipairs(section) do
    local entry = index.parts[part.name]
    rows[#rows + 1] = { part.name, names.summary(entry) }
  end
  return rows
end

local function type_names(index)
  local list = {}
  for _, entry in ipairs(index.types) do list[#list + 1] = entry.path end
  return table.concat(list, ", ")
end

local function overview(index)
  local out = { text.paragraph("drover help NAME: NAME is one of these, or any name in a script, such as sees, "
    .. "agent:sees, kind.speed, steer.seek or skyblue. drover help --all prints everything.") }
  local rows = {}
  for _, topic in ipairs(index.topics) do rows[#rows + 1] = { topic.path, topic.title } end
  out[#out + 1] = "How things work\n" .. text.rows(rows)
  for _, section in ipairs(contents.sections) do
    out[#out + 1] = section.title .. "\n" .. text.rows(section_rows(index, section))
  end
  out[#out + 1] = "Types and lists of values\n" .. text.rows({ { "", type_names(index) } }, 2)
  rows = {}
  for _, entry in ipairs(index.commands) do rows[#rows + 1] = { entry.word, entry.doc[1] } end
  out[#out + 1] = "Commands\n" .. text.rows(rows)
  return table.concat(out, "\n")
end

-- All

--- All pages, in the order of the contents.
local function all(index)
  local out = {}
  for _, topic in ipairs(index.topics) do out[#out + 1] = text.page(topic, index) end
  for _, section in ipairs(contents.sections) do
    for _, part in ipairs(section) do
      local entry = index.parts[part.name]
      out[#out + 1] = text.page(entry, index)
      for _, member in ipairs(entry.members) do out[#out + 1] = text.page(member, index) end
    end
  end
  for _, entry in ipairs(index.types) do out[#out + 1] = text.page(entry, index) end
  return table.concat(out, "\n")
end

--- What `drover help NAME` prints; nil and a message if nothing has that name.
function command.help(core, name)
  local index = command.index(core)
  if not name then return overview(index) end
  local found = finding.find(index, name)
  local note, renamed = finding.find_renamed(index, name)
  finding.add_all(found, renamed)
  if #found == 0 then return nil, finding.unknown(core, index, name) end
  return note .. pages(found, index)
end

function command.all(core) return all(command.index(core)) end

function command.markdown(core) return markdown.document(command.index(core)) end

-- The catalogue: what has a descriptor in the engine.

local CATALOGUE = { "steer", "blend", "when", "stress", "body", "sight", "hearing" }

local function catalogue(index)
  local entries = {}
  for _, name in ipairs(CATALOGUE) do
    for _, member in ipairs(index.parts[name].members) do table.insert(entries, member) end
  end
  for _, choice in ipairs(index.by_path.locomotion[1].choices) do table.insert(entries, choice) end
  return entries
end

--- What `drover behaviors [NAME]` prints.
function command.behaviors(core, name)
  local index, out = command.index(core), {}
  local entries, words = catalogue(index), {}
  for _, spelling in ipairs(name and finding.spellings(name) or {}) do words[spelling] = true end
  local listed_names = {}
  for _, entry in ipairs(entries) do
    listed_names[#listed_names + 1] = entry.word
    if not name or words[entry.word] or words[entry.path] then out[#out + 1] = text.page(entry, index) end
  end
  if #out > 0 then return table.concat(out, "\n") end
  local near = core.nearest(name:match("([%w_]+)$") or name, listed_names)
  return nil, "nothing in the catalogue is called '" .. name .. "'" .. (near and " (" .. near .. "?)" or "")
    .. "; drover help knows all other names"
end

return command
