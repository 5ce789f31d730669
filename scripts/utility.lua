-- Choice by utility: drover.utility. In every tick each option says what it is worth, and the best one gets the turn.
-- `inertia` is added to the worth of the option that has the turn, so that two nearly equal ones do not alternate.
--
-- `self.utility.turn` is the name of the option that has the turn.

local checks, composed = select(2, ...)

---Utility AI: choose the option with the highest score.
---@class drover.utility
local utility = {}

local STATE_KEYS = composed.keys({ "options", "inertia" })

local function options_of(where, options)
  checks.type(where, "utility.best.options", options, "table")
  local parts = {}
  for name, def in pairs(options) do
    checks.name(where, "utility.best.options", name)
    local path = "utility.best.options." .. name
    local part = composed.part(where, path, def, "score", false, {})
    part.key, part.path = name, path .. ".score"
    parts[#parts + 1] = part
    part.number = #parts
  end
  if #parts == 0 then checks.fail(where, "utility.best.options", "at least one option expected") end
  return parts
end

local function score_of(where, part, self)
  return composed.number(where, part.path, part.score(self)) + 0.0
end

if composed.note then
  local plain = score_of
  score_of = function(where, part, self)
    composed.note(part.number, "begun")
    local score, bonus = plain(where, part, self), self.utility.turn == part.key and part.inertia or 0
    local text = bonus > 0 and string.format("with %g for inertia", bonus)
    composed.note(part.number, "passed over", score + bonus, text)
    return score
  end
end

---@class (exact) drover.option
---@field score fun(self: drover.self): number what the option is worth now
---@field steer? drover.steering what moves the agent during its turn
---@field enter? fun(self: drover.self) runs when its turn starts
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick of its turn

---@class (exact) drover.options: drover.composed
---@field options table<string, drover.option> by name
---@field inertia? number bonus for the current option; 0 by default

---Run the option with the highest score. If scores are equal, the current option stays, or else the first by name wins.
---@param def drover.options
---@return drover.state
function utility.best(where, def)
  checks.type(where, "utility.best", def, "table")
  checks.keys(where, "utility.best", def, STATE_KEYS)
  checks.optional(where, "utility.best.enter", def.enter, "function")
  local parts = options_of(where, def.options)
  local inertia = composed.inertia(where, "utility.best.inertia", def.inertia)
  for _, part in ipairs(parts) do part.inertia = inertia end
  local function step(self, memory, dt)
    local best, most
    for _, part in ipairs(parts) do
      local score = score_of(where, part, self)
      local has_turn = part.key == memory.turn
      if has_turn then score = score + inertia end
      if not best or score > most or (has_turn and score == most) then best, most = part, score end
    end
    return composed.turn(self, memory, best, dt)
  end
  local code, blends = composed.code(parts)
  --- Adopt the memory of other options if the one that has the turn still exists.
  local function adopt(_, memory)
    for _, part in ipairs(parts) do
      if part.key == memory.turn then
        memory.steered = part.steer and part.key or nil
        return true
      end
    end
    return false
  end
  local listed = composed.listed(parts, function(part)
    return { depth = 0, name = part.key, where = part.where }
  end)
  return composed.state(def, "utility", code, blends, {}, step, { adopt = adopt, parts = listed })
end

return utility
