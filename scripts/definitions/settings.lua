-- Settings: sliders, toggles and choices; and the buttons among them.

local core, checks = ...

local definitions = {}

local function setting_record(where, what, name, options, keys)
  checks.name(where, "drover." .. what, name)
  options = checks.table(where, "drover." .. what, options)
  checks.keys(where, name, options, keys)
  return {
    kind = what,
    name = name,
    where = where,
    restart = checks.optional(where, name .. ".restart", options.restart, "boolean") or false,
    title = checks.optional(where, name .. ".title", options.title, "string"),
  }
end

---@class (exact) drover.slider_options
---@field min? number by default 0, or the default value if that is lower
---@field max? number by default 1, or twice the default value if that is higher
---@field step? number step size; 0, any value, by default
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---Declare a setting that is a number.
---@param name string
---@param default number
---@param options? drover.slider_options
---@return drover.setting_declaration
function definitions.slider(where, name, default, options)
  local record = setting_record(where, "slider", name, options, { "min", "max", "step", "restart", "title" })
  options = options or {}
  record.default = checks.finite(where, name, default)
  record.min = options.min == nil and math.min(0, default) or checks.finite(where, name .. ".min", options.min)
  record.max = options.max == nil and math.max(1, default * 2) or checks.finite(where, name .. ".max", options.max)
  record.step = options.step == nil and 0 or checks.finite(where, name .. ".step", options.step)
  if record.min >= record.max then checks.fail(where, name, "min must be below max") end
  if default < record.min or default > record.max then
    checks.fail(where, name, "the default " .. default .. " is not in " .. record.min .. " to " .. record.max)
  end
  return core.mark("setting declaration", record)
end

---@class (exact) drover.toggle_options
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---Declare a setting that is on or off.
---@param name string
---@param default boolean
---@param options? drover.toggle_options
---@return drover.setting_declaration
function definitions.toggle(where, name, default, options)
  local record = setting_record(where, "toggle", name, options, { "restart", "title" })
  record.default = checks.type(where, name, default, "boolean") and 1 or 0
  return core.mark("setting declaration", record)
end

---@class (exact) drover.choice_options
---@field [integer] string the options
---@field restart? boolean takes effect at the next start
---@field title? string shown beside it; its name by default

---Declare a setting that is one of several options: `drover.choice("mode", "calm", { "calm", "wild" })`.
---@param name string
---@param default string
---@param options drover.choice_options
---@return drover.setting_declaration
function definitions.choice(where, name, default, options)
  local listed, named = {}, {}
  for key, value in pairs(checks.table(where, "drover.choice", options)) do
    if type(key) == "number" then listed[#listed + 1] = value else named[key] = value end
  end
  local record = setting_record(where, "choice", name, named, { "restart", "title" })
  if #listed == 0 then checks.fail(where, name, 'a list of options expected: { "one", "two" }') end
  for index, option in ipairs(listed) do
    checks.type(where, name .. "[" .. index .. "]", option, "string")
    if option == default then record.default = index - 1 end
  end
  if not record.default then
    checks.fail(where, name, "no option '" .. tostring(default) .. "'" .. checks.suggestion(tostring(default), listed))
  end
  record.options = listed
  return core.mark("setting declaration", record)
end

local LONGEST_TITLE = 100 -- bytes

---Declare a button among the settings: `drover.button("Sound the alarm", function(world) world:emit "alarm" end)`. The
---function runs between two ticks when somebody presses it in the window, or by the command `press Sound the alarm`.
---@param title string shown on it
---@param press fun(world: drover.world)
---@return drover.setting_declaration
function definitions.button(where, title, press)
  checks.type(where, "drover.button", title, "string")
  local is_line = title:match("^%S") and title:match("%S$") and not title:match("%c")
  if not is_line or #title > LONGEST_TITLE then
    checks.fail(where, "drover.button", "a title expected: one line of at most " .. LONGEST_TITLE
      .. " bytes, with no space before or after it")
  end
  checks.type(where, "drover.button", press, "function")
  return core.mark("setting declaration", { kind = "button", name = title, title = title, press = press })
end

return definitions
