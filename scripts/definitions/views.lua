-- How the window shows a scenario: the theme of its ground, from where it looks, and what it draws by itself.

local checks = select(2, ...)

local views = {}

local THEMES = { "grass", "snow", "water", "street", "floor" }
local EFFECTS = { "events", "spawns", "removals", "leaders", "mist", "shadows" }

---The look of the ground: its colors, from meadow green to the gray of a floor.
---@alias drover.theme "grass"|"snow"|"water"|"street"|"floor"

--- The name of a theme.
function views.check_theme(where, theme)
  if theme == nil then return "grass" end
  checks.type(where, "theme", theme, "string")
  if not checks.set_of(THEMES)[theme] then
    checks.fail(where, "theme", "no theme '" .. theme .. "'" .. checks.suggestion(theme, THEMES))
  end
  return theme
end

---From where pictures and windows look at a volume at first, in degrees.
---@class (exact) drover.view
---@field yaw? number how far the eye goes around, counterclockwise; 0, looking north, from the south, by default
---@field pitch? number how high it is: from 5, near the ground, to 90, the plan from straight above, with north up; 35 by default

local VIEW = { yaw = 0, pitch = 35 }

--- The view of a scenario: that of a plane is the plan.
function views.check_view(where, view, space)
  if space == "plane" then
    if view ~= nil then checks.fail(where, "view", "a plane is only seen from above; it takes space = \"volume\"") end
    return { yaw = 0, pitch = 90 }
  end
  if view == nil then return VIEW end
  checks.type(where, "view", view, "table")
  checks.keys(where, "view", view, { "yaw", "pitch" })
  local record = { yaw = VIEW.yaw, pitch = VIEW.pitch }
  if view.yaw ~= nil then record.yaw = checks.finite(where, "view.yaw", view.yaw) end
  if view.pitch ~= nil then record.pitch = checks.between(where, "view.pitch", view.pitch, 5, 90) end
  return record
end

---What the window draws by itself. Each is shown unless it is false; `effects = false` shows none.
---@class (exact) drover.effects
---@field events? boolean|table<string, boolean> an event as a wave as wide as its radius; `{ kill = false }` leaves out some, by name
---@field spawns? boolean a new agent as a ring
---@field removals? boolean a removed agent as a mark that fades
---@field leaders? boolean a mark above the leader of each group, and a ring when it is elected
---@field mist? boolean a veil over the ground while `world.visibility` is finite
---@field shadows? boolean soft shadows of agents and obstacles

local function check_events(where, events)
  if type(events) ~= "table" then return {} end
  local quiet = {}
  for name, is_shown in pairs(events) do
    checks.type(where, "effects.events", name, "string")
    checks.type(where, "effects.events." .. name, is_shown, "boolean")
    if not is_shown then quiet[#quiet + 1] = name end
  end
  table.sort(quiet)
  return quiet
end

--- Whether each effect is shown, and the sorted names of `quiet` events, which are not.
function views.check_effects(where, effects)
  local record = { quiet = {} }
  for _, name in ipairs(EFFECTS) do record[name] = effects ~= false end
  if effects == nil or type(effects) == "boolean" then return record end
  checks.type(where, "effects", effects, "table")
  checks.keys(where, "effects", effects, EFFECTS)
  for _, name in ipairs(EFFECTS) do
    local value = effects[name]
    if value ~= nil and not (name == "events" and type(value) == "table") then
      checks.type(where, "effects." .. name, value, "boolean")
    end
    record[name] = value ~= false
  end
  record.quiet = check_events(where, effects.events)
  return record
end

return views
