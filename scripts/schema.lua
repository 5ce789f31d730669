-- Reich's behavioral state machines: drover.schema. A schema is a state that leads somewhere. It has preconditions,
-- conditions that interrupt or end it, and a memory of its own while it lasts. It ends as done, or as failed with a
-- reason (B. D. Reich, An Architecture for Behavioral Locomotion, 1997). schema/acts.lua has what schemas do,
-- schema/running.lua how they run, and schema/building.lua how they become states.
--
-- `self.schema` has the blend that steers (`steered`), the place the agent heads for (`x`, `y`, `z`), the path
-- (`way`), the memory of each part (`own`), and, from the end of a schema until the next one begins, `outcome` and
-- `reason`. The blends steer by the slots `schema_place` and `schema_path`.

local core, checks, composed = ...

local steer = core.steer
local building = core.script("building")(core, checks, composed)
local numbers, senses, running = building.numbers, building.senses, building.running
local part_of, list_of, state_of = building.part_of, building.list_of, building.state_of

---Keys that every schema takes. Conditions are checked every tick, except while the agent turns in place.
---@class drover.schema_definition
---@field name? string name of a part, made of letters, digits, and _: after a save, a running part is found by it
---@field speed? drover.quantity m/s
---@field leaves? table<drover.field_name, drover.quantity> like a state's
---@field stress? drover.stress_list what it minds about its next step or velocity
---@field reflexes? drover.steering added to whatever steers the schema
---@field precondition? fun(self: drover.self): any must hold when it starts
---@field interrupt? drover.guard|fun(self: drover.self): any stops it; inside another schema, the next choice follows
---@field terminate? drover.guard|fun(self: drover.self): any ends it, and the schema it is part of, as done
---@field done? drover.state_name the state to go to when it is done; by default it starts over
---@field failed? drover.state_name the state to go to when it has failed; by default it tries again after a second
---@field interrupted? drover.state_name the state to go to when it was interrupted; that of `failed` by default
---@field enter? fun(self: drover.self, from: drover.state_name?) like a state's
---@field leave? fun(self: drover.self, to: drover.state_name) like a state's
---@field think? integer check its conditions every k-th tick only
---@field on? drover.guard_entry[] like a state's
---@field color? drover.color like a state's
---@field renamed_from? string|string[] like a state's

---Reich's behavioral state machines: states that pursue something and end as done or failed. After one has ended, and
---until the next begins, `self.schema.outcome` is "done", "failed", or "interrupted", and `self.schema.reason` says
---why.
---@class drover.schema
local schema = {}

local RATE = math.pi -- rad/s of a turn in place
local SLOWEST = 1e-3 -- rad/s; a turn has to end
local OFF_HEADING = math.rad(30) -- beyond this, it turns first
local ORBIT = { distance = 3, angle = math.rad(60) }
local EXTRAPOLATE = 3 -- s
local SLOWING = 1 -- m from its stopping place; a body whose brakes need more begins earlier

local function begin(where, name, def, keys)
  checks.type(where, "schema." .. name, def, "table")
  checks.keys(where, "schema." .. name, def, building.keys_of(keys))
  return building.record_of(where, "schema", name, def, def)
end

--- How near, from center to center, counts as there.
local function distance(record, def) return numbers.reader(record, "distance", def.distance, nil, 0, "m") end

local function heading(record, def) return numbers.reader(record, "heading", def.heading) end

--- How fast it turns in place. A slot or setting of 0 or less is as good as standing: it turns very slowly.
local function rate(record, def)
  if math.type(def.rate) and def.rate <= 0 then
    checks.fail(record.where, "schema." .. record.type .. ".rate", def.rate .. " is not above 0 rad/s")
  end
  return numbers.reader(record, "rate", def.rate, RATE, core.type(def.rate) ~= "number" and SLOWEST, "rad/s")
end

local function required(where, path, value)
  if value == nil then checks.fail(where, path .. ".target", "missing") end
  return senses.target(where, path .. ".target", value)
end

local function arrival(target) return steer.arrival({ target = target, slowing_distance = SLOWING }) end

local function still() return steer.target_speed({ speed = 0 }) end

local function orbit(record, value)
  if value == false then return nil end
  local where, path = record.where, "schema." .. record.type .. ".orbit"
  if value == nil then value = {} end
  checks.type(where, path, value, "table")
  checks.keys(where, path, value, { "distance", "angle" })
  return {
    distance = numbers.reader(record, "orbit.distance", value.distance, ORBIT.distance, 0, "m"),
    angle = numbers.reader(record, "orbit.angle", value.angle, ORBIT.angle, 0, "rad"),
  }
end

--- The options of a plan. All but the first two are as given, for `world:plan`.
local function options(record, def)
  local plan, path = {}, "schema." .. record.type .. "."
  for _, key in ipairs({ "clearance", "resolution" }) do
    plan[key] = numbers.reader(record, key, def[key], nil, 0, "m")
  end
  plan.boundary = checks.optional(record.where, path .. "boundary", def.boundary, "table")
  plan.terrain = checks.optional(record.where, path .. "terrain", def.terrain, "boolean")
  plan.avoid = checks.optional(record.where, path .. "avoid", def.avoid, "table")
  plan.kind = def.kind
  return plan
end

-- Schemas

---What a function of `schema` returns. Use it as a state, or in `select`, `goals`, and `locomotion`.
---@class drover.schema_state: drover.state

---@class (exact) drover.attraction: drover.schema_definition
---@field target drover.target where to go
---@field distance? drover.quantity m, center to center, that counts as there; by default 0.5 more than touching
---@field steer? drover.steering how to get there; arrival by default
---@field heading? drover.quantity rad, heading to take on arrival; the pose's by default
---@field orbit? drover.orbit|false when to stop and turn instead of circling the target; false: never
---@field rate? drover.quantity rad/s, of turns in place; π by default

---@class (exact) drover.orbit
---@field distance? drover.quantity m from the target; 3 by default
---@field angle? drover.quantity rad, off the heading; 60° by default

---Go straight to a target that is in sight and does not move.
---@param def drover.attraction
---@return drover.schema_state
function schema.attraction(where, def)
  local path = "schema.attraction"
  local record = begin(where, "attraction", def, { "target", "distance", "steer", "heading", "orbit", "rate" })
  record.at = required(where, path, def.target)
  record.distance = distance(record, def)
  record.heading = heading(record, def)
  record.orbit = orbit(record, def.orbit)
  record.rate = rate(record, def)
  record.steers.target = checks.steer(where, path .. ".steer", def.steer) or arrival(def.target)
  record.steers.still = still()
  return state_of(record, def)
end

local function points(where, path, list)
  local record = {}
  for index, point in ipairs(list) do
    local x, y, z = core.point(point)
    if not x then checks.refuse_point(where, path .. "[" .. index .. "]", point, "a point") end
    record[index] = { x, y, z }
  end
  if #record == 0 then checks.fail(where, path, "a slot's name or a list of points expected") end
  return record
end

---@class (exact) drover.path_schema: drover.schema_definition
---@field target? drover.target where to go, along a route planned around all obstacles
---@field path? string|drover.point[] or a path to follow: the slot that holds it, or its points
---@field distance? drover.quantity m, from its end, that counts as there; by default 0.5 more than the radius
---@field clearance? drover.quantity m, as for `world:plan`, like the rest
---@field resolution? drover.quantity m
---@field boundary? drover.plan_options.boundary the route stays inside
---@field terrain? boolean whether terrain and the speeds of regions count; true by default
---@field kind? string|drover.declared_kind whose terrain; the agent's own by default
---@field avoid? drover.plan_options.avoid[] agents to keep away from where a detour costs less

---Follow a path to its end: to a target, along a route it plans, or along a path you give. Takes no `steer`; `reflexes`
---add to its steering. Fails if there is no route, with the reason in `self.schema.reason`: the agent and the target must
---be outside every obstacle, and the target farther from it than the clearance.
---@param def drover.path_schema
---@return drover.schema_state
function schema.path(where, def)
  local path = "schema.path"
  local record = begin(where, "path", def,
    { "target", "path", "distance", "clearance", "resolution", "boundary", "terrain", "kind", "avoid" })
  if (def.target == nil) == (def.path == nil) then checks.fail(where, path, "give a target or a path") end
  record.at = def.target ~= nil and senses.target(where, path .. ".target", def.target) or nil
  if core.type(def.path) == "string" then
    record.slot = def.path
  elseif def.path ~= nil then
    record.points = points(where, path .. ".path", checks.type(where, path .. ".path", def.path, "table"))
  end
  record.options = options(record, def)
  record.distance = distance(record, def)
  record.steers.way = steer.path_following({ path = record.slot or "schema_path" })
  record.steers.place = arrival("schema_place")
  return state_of(record, def)
end

local DIRECTIONS = { left = true, right = true }

---Exactly one of target, heading, and angle.
---@class (exact) drover.turning: drover.schema_definition
---@field target? drover.target to face
---@field heading? drover.quantity rad
---@field angle? drover.quantity rad, how far to turn, positive to the left
---@field direction? "left"|"right" by default the shorter way
---@field follow? boolean on legs: bring the other foot up at the end; true by default, not needed if walking follows
---@field rate? drover.quantity rad/s; π by default

---Stop and turn in place. Only guards of the state and the kind interrupt it.
---@param def drover.turning
---@return drover.schema_state
function schema.turning(where, def)
  local path = "schema.turning"
  local record = begin(where, "turning", def, { "target", "heading", "angle", "direction", "follow", "rate" })
  local given = (def.target ~= nil and 1 or 0) + (def.heading ~= nil and 1 or 0) + (def.angle ~= nil and 1 or 0)
  if given ~= 1 then checks.fail(where, path, "give one of target, heading and angle") end
  record.at = def.target ~= nil and senses.target(where, path .. ".target", def.target) or nil
  record.heading = heading(record, def)
  record.angle = numbers.reader(record, "angle", def.angle)
  if def.direction ~= nil and not DIRECTIONS[def.direction] then
    checks.fail(where, path .. ".direction", '"left" or "right" expected, got ' .. composed.given(def.direction))
  end
  record.direction = def.direction
  record.follows = checks.optional(where, path .. ".follow", def.follow, "boolean") ~= false
  record.rate = rate(record, def)
  record.steers.still = still()
  return state_of(record, def)
end

---@class (exact) drover.chasing: drover.schema_definition
---@field target drover.target an agent
---@field distance? drover.quantity m, center to center, that counts as caught; by default 0.5 more than touching
---@field steer? drover.steering how to get there while it is in sight; pursuit by default
---@field give_up? drover.quantity s without seeing it, then fail; never by default
---@field extrapolate? drover.quantity|false s to continue along its last velocity from where it was last seen; 3 by default
---@field turn? drover.quantity|false rad; if it is farther off the heading than this, turn first; 30° by default
---@field rate? drover.quantity rad/s, of turns in place; π by default

---Chase an agent. When it is out of sight, go to where it was last seen, and on in the direction it went. Fails if it
---is not in sight at the start, or is lost.
---@param def drover.chasing
---@return drover.schema_state
function schema.chasing(where, def)
  local path = "schema.chasing"
  local record = begin(where, "chasing", def,
    { "target", "distance", "steer", "give_up", "extrapolate", "turn", "rate" })
  record.at = required(where, path, def.target)
  record.distance = distance(record, def)
  record.give_up = numbers.reader(record, "give_up", def.give_up, nil, 0, "s")
  record.extrapolate = numbers.reader_or_false(record, "extrapolate", def.extrapolate, EXTRAPOLATE, "s")
  record.turn = numbers.reader_or_false(record, "turn", def.turn, OFF_HEADING, "rad")
  record.rate = rate(record, def)
  record.steers.target = checks.steer(where, path .. ".steer", def.steer) or steer.pursuit({ target = def.target })
  record.steers.place = arrival("schema_place")
  record.steers.still = still()
  return state_of(record, def)
end

---@class (exact) drover.exit: drover.schema_definition
---@field target drover.target where to be
---@field distance? drover.quantity m, center to center; by default 0.5 more than touching
---@field heading? drover.quantity rad, heading to have there; the pose's by default

---A check that ends at once: done if the agent is at the target with the right heading, otherwise failed.
---@param def drover.exit
---@return drover.schema_state
function schema.exit(where, def)
  local path = "schema.exit"
  local record = begin(where, "exit", def, { "target", "distance", "heading" })
  record.at = required(where, path, def.target)
  record.distance = distance(record, def)
  record.heading = heading(record, def)
  return state_of(record, def)
end

---@class (exact) drover.custom_schema: drover.schema_definition
---@field steer? drover.steering what moves the agent meanwhile
---@field begin? fun(self: drover.self, memory: table) runs at the start; `memory` is a table of its own, empty at first
---@field step? fun(self: drover.self, memory: table, dt: number): boolean?, string? true: done; false: failed, and why
---@field finish? fun(self: drover.self, memory: table) runs when it ends or the state is left

---Your own schema.
---@param def drover.custom_schema
---@return drover.schema_state
function schema.custom(where, def)
  local path = "schema.custom"
  local record = begin(where, "custom", def, { "steer", "begin", "step", "finish" })
  record.steers.target = checks.steer(where, path .. ".steer", def.steer)
  record.start = checks.part(checks.optional(where, path .. ".begin", def.begin, "function"))
  record.step = checks.part(checks.optional(where, path .. ".step", def.step, "function"))
  record.told = def.step or def.begin
  record.finish_own = checks.part(checks.optional(where, path .. ".finish", def.finish, "function"))
  return state_of(record, def)
end

-- Of several

---@class (exact) drover.schema_list: drover.schema_definition
---@field [integer] drover.schema_state tried in this order

---Run the first schema whose precondition holds; when it is done or interrupted, choose again. Fails when the chosen
---one fails, or when none applies. Done when one is terminated.
---@param def drover.schema_list
---@return drover.schema_state
function schema.select(where, def)
  local path, parts = "schema.select", {}
  local settings = list_of(where, path, def, function(index, value)
    parts[index] = part_of(where, path .. "[" .. index .. "]", value)
  end)
  local record = begin(where, "select", settings, {})
  if #parts == 0 then checks.fail(where, path, "at least one schema expected") end
  record.parts = parts
  return state_of(record, settings)
end

---@class (exact) drover.goal
---@field [1] drover.schema_state the goal
---@field urgency? drover.quantity|fun(self: drover.self): number 0 by default

---@class (exact) drover.goals: drover.schema_definition
---@field [integer] drover.schema_state|drover.goal the goals

---Pursue one goal at a time, the most urgent first. If two are equally urgent, the current one stays, or else the first
---wins. Fails at the end if one of them failed.
---@param def drover.goals
---@return drover.schema_state
function schema.goals(where, def)
  local path, parts, given, urgencies = "schema.goals", {}, {}, {}
  local settings = list_of(where, path, def, function(index, value)
    local place = path .. "[" .. index .. "]"
    if core.type(value) == "table" and not getmetatable(value) then
      checks.keys(where, place, value, { 1, "urgency" }, "{ schema, urgency = }")
      given[index], value = value.urgency, value[1]
    end
    parts[index] = part_of(where, place, value)
  end)
  local record = begin(where, "goals", settings, {})
  if #parts == 0 then checks.fail(where, path, "at least one goal expected") end
  for index = 1, #parts do
    local key = "[" .. index .. "].urgency"
    urgencies[index] = { path = path .. key, read = numbers.reader_or_call(record, key, given[index], 0) }
  end
  record.parts, record.urgencies = parts, urgencies
  return state_of(record, settings)
end

local LOCOMOTION_KEYS = {
  "target", "stationary", "distance", "heading", "steer", "turn", "rate", "orbit", "give_up", "extrapolate",
  "clearance", "resolution", "boundary", "terrain", "kind", "avoid",
}

--- A part of the locomotion control machine: the schema as it would be alone, plus fields about its target.
local function part_with(state, fields)
  local record = {}
  for key, value in pairs(getmetatable(state).schema) do record[key] = value end
  for key, value in pairs(fields) do record[key] = value end
  return record
end

--- The parts, in the order in which they are considered.
local function parts_of_locomotion(where, def, record)
  local asks, at, turn_rate = running.locomotion, def.target, def.rate
  local reach = { target = at, distance = def.distance }
  local function with(more)
    for key, value in pairs(reach) do more[key] = value end
    return more
  end
  local parts = {
    part_with(schema.exit(where, with({ heading = def.heading })), {}),
    part_with(schema.turning(where, { target = at, rate = turn_rate }),
      { when = asks.is_there(record), is_final = true, heading = record.heading, detail = "to its final heading" }),
    part_with(schema.path(where, with({
      clearance = def.clearance, resolution = def.resolution, boundary = def.boundary,
      terrain = def.terrain, kind = def.kind, avoid = def.avoid,
    })), { when = asks.is_hidden(record), interrupt = asks.has_moved(record), seeks = true }),
  }
  if record.turn then
    parts[#parts + 1] = part_with(schema.turning(where, { target = at, rate = turn_rate, follow = false }),
      { when = asks.is_misaligned(record), detail = "toward the target" })
  end
  parts[#parts + 1] = part_with(
    schema.attraction(where, with({ heading = def.heading, steer = def.steer, orbit = def.orbit, rate = turn_rate })),
    { when = asks.is_stationary(record), interrupt = asks.is_hidden(record) })
  parts[#parts + 1] = part_with(schema.chasing(where, with({
    steer = def.steer, give_up = def.give_up, extrapolate = def.extrapolate, turn = def.turn, rate = turn_rate,
  })), {})
  return parts
end

---@class (exact) drover.locomotion_schema: drover.schema_definition
---@field [integer] drover.schema_state tried before the rest
---@field target drover.target where to go
---@field stationary? boolean whether an agent stays where it is; places always do
---@field distance? drover.quantity m, center to center, that counts as there; by default 0.5 more than touching
---@field heading? drover.quantity rad, heading to take on arrival; the pose's by default
---@field steer? drover.steering how to get there while it is in sight; arrival or pursuit by default
---@field turn? drover.quantity|false rad; if it is farther off the heading than this, turn first; 30° by default
---@field rate? drover.quantity rad/s, of turns in place; π by default
---@field orbit? drover.orbit|false as for `attraction`
---@field give_up? drover.quantity as for `chasing`
---@field extrapolate? drover.quantity|false as for `chasing`
---@field clearance? drover.quantity m, as for `world:plan`, like the rest
---@field resolution? drover.quantity m
---@field boundary? drover.plan_options.boundary a planned route stays inside
---@field terrain? boolean whether terrain and the speeds of regions count; true by default
---@field kind? string|drover.declared_kind whose terrain; the agent's own by default
---@field avoid? drover.plan_options.avoid[] agents to keep away from where a detour costs less

---Reich's locomotion control machine: get to a target by whatever it takes. Done when there, with the right heading. If
---the target is not in sight, follow a planned path; if it is off the heading, turn; if it stays put, go straight; if
---it moves, chase it.
---@param def drover.locomotion_schema
---@return drover.schema_state
function schema.locomotion(where, def)
  local path, own = "schema.locomotion", {}
  local settings = list_of(where, path, def, function(index, value)
    own[index] = part_of(where, path .. "[" .. index .. "]", value)
  end)
  local record = begin(where, "locomotion", settings, LOCOMOTION_KEYS)
  record.at = required(where, path, settings.target)
  record.distance = distance(record, settings)
  record.heading = heading(record, settings)
  record.stationary = checks.optional(where, path .. ".stationary", settings.stationary, "boolean")
  record.turn = numbers.reader_or_false(record, "turn", settings.turn, OFF_HEADING, "rad")
  record.type, record.title = "select", "locomotion"
  for _, part in ipairs(parts_of_locomotion(where, settings, record)) do own[#own + 1] = part end
  record.parts = own
  return state_of(record, settings)
end

return schema
