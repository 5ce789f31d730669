-- What schemas do, after B. D. Reich, An Architecture for Behavioral Locomotion, 1997: Behavioral State Machines.
--
-- For each type: `ready` returns whether its preconditions hold, or false and the reason. `begin` and `run` return
-- nil while it continues; otherwise "done", "failed" and the reason, "interrupted", or "success", which also ends
-- whatever it is part of. `memory` belongs to the schema; `self.schema` is shared by all parts of a state.

local composed, senses, turning, numbers = select(3, ...)

local acts = {}

local OFF_HEADING = 0.02 -- rad; smaller angles are not worth a turn
local NEAR_END = 1 -- m from a path's end; nearer, the agent heads for the end itself

local function steer(schema, self, name)
  local shared, key = self.schema, schema.keys[name]
  if shared.steered ~= key then composed.steer(self, shared, key) end
end

local function head_for(schema, self, x, y, z)
  local shared = self.schema
  shared.x, shared.y, shared.z = x, y, z
  self:set("schema_place", x, y, z)
  steer(schema, self, "place")
end

--- Turn in place, then continue with `phase`.
local function turn(schema, self, memory, heading, phase)
  memory.phase, memory.after, memory.turn = "turn", phase, {}
  steer(schema, self, "still")
  turning.begin(self, memory.turn, heading, nil, phase == "oriented")
end

--- Continue a turn; true when it is over, and then `memory.phase` is the next phase.
local function turn_on(schema, self, memory, dt)
  if not turning.run(self, memory.turn, schema.rate(self), dt) then return false end
  memory.phase, memory.turn, memory.after = memory.after, nil, nil
  return true
end

-- Turning

acts.turning = {}

function acts.turning.ready(schema, self)
  if schema.at and not schema.at(self) then return false, "there is no target" end
  return true
end

local function wanted_heading(schema, self)
  local wanted, angle = numbers.of(schema.heading, self), numbers.of(schema.angle, self)
  if wanted then return wanted end
  if angle then return self.heading + angle end
  if not schema.at then return self.heading end -- its slot is empty
  local x, y, z, _, heading = schema.at(self)
  if schema.is_final then return heading or self.heading end
  return self.heading + self:bearing(x, y, z)
end

function acts.turning.begin(schema, self, memory)
  steer(schema, self, "still")
  turning.begin(self, memory, wanted_heading(schema, self), schema.direction, schema.follows)
end

function acts.turning.run(schema, self, memory, dt)
  if turning.run(self, memory, schema.rate(self), dt) then return "done" end
end

-- Attraction

acts.attraction = {}

function acts.attraction.ready(schema, self)
  local x, y, z, other = schema.at(self)
  if not x then return false, "there is no target" end
  if not senses.in_sight(self, x, y, z, other) then return false, "the target is not in sight" end
  return true
end

function acts.attraction.begin(schema, self, memory)
  memory.phase = "go"
  steer(schema, self, "target")
end

--- Whether it is near the target and far off the heading: a body that turns badly would circle it forever.
local function orbits(schema, self, x, y, z)
  return schema.orbit and self:distance(x, y, z) <= schema.orbit.distance(self)
    and math.abs(self:bearing(x, y, z)) > schema.orbit.angle(self)
end

function acts.attraction.run(schema, self, memory, dt)
  if memory.phase == "turn" and not turn_on(schema, self, memory, dt) then return nil end
  if memory.phase == "oriented" then return "done" end
  local x, y, z, other = schema.at(self)
  if not x then return "failed", "the target is gone" end
  if self:distance(x, y, z) <= senses.reach(schema, self, other) then
    local heading = senses.final_heading(schema, self)
    if not heading or math.abs(senses.turn_to(self.heading, heading)) <= OFF_HEADING then return "done" end
    turn(schema, self, memory, heading, "oriented")
  elseif orbits(schema, self, x, y, z) then
    turn(schema, self, memory, self.heading + self:bearing(x, y, z), "go")
  else
    steer(schema, self, "target")
  end
end

-- Path

acts.path = {}

local function set_way(self, way, is_own)
  local shared = self.schema
  shared.way, shared.is_own_way = way, is_own
  self.schema_path = way
end

--- Remove a path that was made for the agent.
function acts.clean_way(shared)
  if shared.is_own_way and shared.way and shared.way.alive then shared.way:remove() end
  shared.way, shared.is_own_way = nil, nil
end

--- A path along the given points, starting where the agent is.
local function way_along(schema, self)
  local points = { { self.x, self.y, self.z } }
  for index, point in ipairs(schema.points) do points[index + 1] = point end
  return self.world:path({ points = points })
end

local function plan_options(options, self)
  return {
    clearance = numbers.of(options.clearance, self),
    resolution = numbers.of(options.resolution, self),
    boundary = options.boundary,
    terrain = options.terrain,
    kind = options.kind,
    avoid = options.avoid,
  }
end

function acts.path.ready(schema, self)
  if schema.at and not schema.at(self) then return false, "there is no target" end
  if schema.slot and self[schema.slot] == nil then return false, "there is no path" end
  return true
end

function acts.path.begin(schema, self, memory)
  acts.clean_way(self.schema)
  self.schema.is_taken_up = nil
  local way, reason
  if schema.slot then
    way = self[schema.slot]
  elseif schema.points then
    way = way_along(schema, self)
  else
    local x, y, z = schema.at(self)
    way, reason = self.world:plan(self, { x, y, z }, plan_options(schema.options, self))
  end
  if not way then return "failed", reason end
  set_way(self, way, not schema.slot)
  memory.x, memory.y, memory.z = way:point(way.length)
  memory.phase = "follow"
  steer(schema, self, "way")
end

local function is_near_end(self, way)
  local s = way:project(self.x, self.y, self.z)
  return not way.closed and way.length - s <= math.max(NEAR_END, way.radius)
end

--- Arrived at the end of the path. If the target of the plan has gone away since, the schema has failed.
local function arrived(schema, self)
  if not schema.seeks or senses.is_there(schema, self) then return "done" end
  local x, y, z, other = schema.at(self)
  if x and senses.in_sight(self, x, y, z, other) then return "done" end
  return "failed", "the target is not where it was"
end

--- Whether a resumed agent is off its planned way: an obstacle may block the straight line back to it.
local function has_strayed(schema, self, way)
  self.schema.is_taken_up = nil
  if schema.slot or schema.points then return false end
  return self:distance(way:point(way:project(self.x, self.y, self.z))) > math.max(NEAR_END, way.radius)
end

function acts.path.run(schema, self, memory)
  local way = self.schema.way
  if not way or not way.alive then return "failed", "the path is gone" end
  if self.schema.is_taken_up and has_strayed(schema, self, way) then return acts.path.begin(schema, self, memory) end
  if memory.phase == "follow" and is_near_end(self, way) then
    memory.phase = "end"
    head_for(schema, self, memory.x, memory.y, memory.z)
  end
  if memory.phase == "end" and self:distance(memory.x, memory.y, memory.z) <= senses.reach(schema, self) then
    acts.clean_way(self.schema)
    return arrived(schema, self)
  end
end

-- Chasing

acts.chasing = {}

function acts.chasing.ready(schema, self)
  local x, y, z, other = schema.at(self)
  if not other then return false, x and "the target is not an agent" or "there is no target" end
  if not senses.in_sight(self, x, y, z, other) and not self:sees(other) then
    return false, "the target is not in sight"
  end
  return true
end

local function note(memory, other, x, y, z)
  memory.x, memory.y, memory.z = x, y, z
  memory.vx, memory.vy, memory.vz = other.vx, other.vy, other.vz
  memory.unseen = 0
end

--- Go after the target, or first turn to it.
local function set_out(schema, self, memory, x, y, z)
  local bearing = self:bearing(x, y, z)
  if schema.turn and math.abs(bearing) > schema.turn(self) then
    turn(schema, self, memory, self.heading + bearing, "chase")
  else
    memory.phase = "chase"
    steer(schema, self, "target")
  end
end

function acts.chasing.begin(schema, self, memory)
  local x, y, z, other = schema.at(self)
  note(memory, other, x, y, z)
  set_out(schema, self, memory, x, y, z)
end

--- Continue in the direction in which the target was last seen to move.
local function extrapolate(schema, self, memory)
  local seconds = numbers.of(schema.extrapolate, self)
  local vx, vy, vz = memory.vx, memory.vy, memory.vz
  if not seconds or vx * vx + vy * vy + vz * vz < 0.01 then return "failed", "the target is lost" end
  memory.phase, memory.ends = "extrapolate", memory.unseen + seconds
  head_for(schema, self, memory.x + vx * seconds, memory.y + vy * seconds, memory.z + vz * seconds)
end

--- Search out of sight: go to the last known place, then on in the direction it went.
local function search(schema, self, memory, dt)
  memory.unseen = memory.unseen + dt
  local patience = numbers.of(schema.give_up, self)
  if patience and memory.unseen > patience then return "failed", "the target is lost" end
  if memory.phase == "extrapolate" then
    local shared = self.schema
    local is_there = self:distance(shared.x, shared.y, shared.z) <= senses.reach(schema, self)
    if is_there or memory.unseen > memory.ends then return "failed", "the target is lost" end
  elseif memory.phase ~= "search" then
    memory.phase = "search"
    head_for(schema, self, memory.x, memory.y, memory.z)
  elseif self:distance(memory.x, memory.y, memory.z) <= senses.reach(schema, self) then
    return extrapolate(schema, self, memory)
  end
end

function acts.chasing.run(schema, self, memory, dt)
  if memory.phase == "turn" then
    if not turn_on(schema, self, memory, dt) then return nil end
    steer(schema, self, "target")
  end
  local x, y, z, other = schema.at(self)
  if not other then return "failed", "the target is gone" end
  local sees = self:sees(other)
  local is_there = self:distance(x, y, z) <= senses.reach(schema, self, other)
  if is_there and (sees or self:in_sight(x, y, z)) then return "done" end
  if sees then
    note(memory, other, x, y, z)
    if memory.phase ~= "chase" then set_out(schema, self, memory, x, y, z) end
    return nil
  end
  return search(schema, self, memory, dt)
end

-- Exit

acts.exit = {}

function acts.exit.ready(schema, self)
  if not senses.is_there(schema, self) then return false, "it is not at the target" end
  if not senses.is_oriented(schema, self) then return false, "it does not have the right heading" end
  return true
end

function acts.exit.begin() return "success" end

-- Schemas by script functions

acts.custom = {}

function acts.custom.ready() return true end

function acts.custom.begin(schema, self, memory)
  if schema.keys.target then steer(schema, self, "target") end
  memory.own = {}
  if schema.start then schema.start(self, memory.own) end
end

function acts.custom.run(schema, self, memory, dt)
  if not schema.step then return nil end
  local outcome, reason = schema.step(self, memory.own, dt)
  if outcome == nil then return nil end
  if outcome == true then return "done" end
  if outcome == false then return "failed", reason end
  error(schema.where .. ": schema.custom.step: true, false or nil expected, got " .. composed.given(outcome), 0)
end

function acts.custom.finish(schema, self, memory)
  if schema.finish_own and memory.own then schema.finish_own(self, memory.own) end
end

return acts
