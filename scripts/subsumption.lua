-- Subsumption: drover.subsumption. Layers in a list; the first whose `when` holds controls the body, and those after
-- it are not called. It keeps control for `hold` seconds after `when` held last, unless a layer before it takes over
-- (R. A. Brooks, A Robust Layered Control System for a Mobile Robot, 1986: suppression lasts for a time).
--
-- `self.subsumption` has the layer in control, and until what time, on the state's clock.

local checks, composed = select(2, ...)

---Subsumption: layers that suppress each other, after Brooks.
---@class drover.subsumption
local subsumption = {}

--- Note whether a layer wants its turn; one that does not may hold it.
local function noted(part)
  local when = part.when
  if not when or not composed.note then return when end
  return function(self)
    composed.note(part.number, "begun")
    local wants = when(self)
    part.is_held = not wants
    composed.note(part.number, "passed over")
    return wants
  end
end

local function layers_of(where, def)
  local parts, settings = {}, {}
  for key, value in pairs(def) do
    if math.type(key) == "integer" then
      local path = "subsumption.layers[" .. key .. "]"
      if key ~= #parts + 1 then
        checks.fail(where, "subsumption.layers", "a list expected, found the key " .. key)
      end
      local part = composed.part(where, path, value, "when", true, { "hold" })
      part.hold = value.hold == nil and 0 or checks.finite(where, path .. ".hold", value.hold)
      if part.hold < 0 then checks.fail(where, path .. ".hold", part.hold .. " is below 0 s") end
      part.key, part.number = key, key
      part.when = noted(part)
      parts[key] = part
    else
      settings[key] = value
    end
  end
  if #parts == 0 then checks.fail(where, "subsumption.layers", "at least one layer expected") end
  for index = 1, #parts - 1 do
    if not parts[index].when then
      checks.fail(where, "subsumption.layers[" .. index .. "]", "without when, the layers after it never act")
    end
  end
  return parts, settings
end

---@class (exact) drover.layer
---@field when? fun(self: drover.self): any whether the layer wants its turn; without it, always
---@field hold? number s that it keeps its turn afterwards; 0 by default
---@field steer? drover.steering what moves the agent during its turn
---@field enter? fun(self: drover.self) runs when its turn starts
---@field step? fun(self: drover.self, dt: number): drover.state_name? runs every tick of its turn

---@class (exact) drover.layer_list: drover.composed
---@field [integer] drover.layer the layers, the most urgent first

---Run the first layer that wants its turn.
---@param def drover.layer_list
---@return drover.state
function subsumption.layers(where, def)
  checks.type(where, "subsumption.layers", def, "table")
  local parts, settings = layers_of(where, def)
  checks.keys(where, "subsumption.layers", settings, composed.KEYS)
  checks.optional(where, "subsumption.layers.enter", def.enter, "function")
  local function step(self, memory, dt)
    local now = self.state_time
    for _, part in ipairs(parts) do
      local wants = not part.when or part.when(self)
      if wants then memory.held_until = now + part.hold end
      if wants or (memory.turn == part.key and now < memory.held_until - dt / 2) then
        return composed.turn(self, memory, part, dt)
      end
    end
    return composed.turn(self, memory, nil, dt)
  end
  local code, blends = composed.code(parts)
  local listed = composed.listed(parts, function(part)
    return { depth = 0, type = "layer " .. part.key, call = part.told, detail = part.detail, where = part.where }
  end)
  return composed.state(settings, "subsumption", code, blends, {}, step, { parts = listed })
end

return subsumption
