-- What schemas sense: where a target is, whether the way to it is clear, its distance, and its angle off the heading.

local core, checks, numbers = ...

local senses = {}

local ROOM = 0.5 -- m beyond touching; nearer counts as being there
local ORIENTED = 0.05 -- rad; within this, it faces as it should

--- The signed angle from one heading to another, the shorter way.
function senses.turn_to(from, to)
  local angle = (to - from) % (2 * math.pi)
  return angle > math.pi and angle - 2 * math.pi or angle
end

--- The x, y, z of a slot's value, with the handle if it is an agent, and the heading if it is a pose.
local function unpacked(x, y, z, heading)
  if y then return x, y, z, nil, heading end
  if x and x.alive then return x.x, x.y, x.z, x end
end

local function reader_of_slot(name)
  local group_slot = name:match("^group%.([%a_][%w_]*)$")
  if not group_slot then
    return function(self) return unpacked(self:get(name)) end
  end
  return function(self)
    local value = self.group and self.group[group_slot]
    if core.type(value) == "vector" then return value.x, value.y, value.z end
    return unpacked(value)
  end
end

--- A reader of a target: a function of an agent that returns x, y, z, the target's handle and the heading to have
--- there; or nil.
function senses.target(where, path, value)
  local kind = core.type(value)
  if kind == "string" then return reader_of_slot(value) end
  if kind == "mouse" then
    return function(self)
      local mouse = self.world.mouse
      if mouse then return mouse.x, mouse.y, mouse.z end
    end
  end
  local x, y, z = core.point(value)
  if not x then
    checks.refuse_point(where, path, value, "a slot's name, a point or drover.mouse")
  end
  return function() return x, y, z end
end

--- The distance that counts as being there: the schema's own, or slightly more than touching.
function senses.reach(schema, self, other)
  return numbers.of(schema.distance, self) or self.radius + (other and other.radius or 0) + ROOM
end

--- Whether nothing blocks the view of x, y, z, whichever way the agent faces. Places are known at any distance,
--- agents only within sight.
function senses.in_sight(self, x, y, z, other)
  if other and self:distance(x, y, z) > math.min(self.sight_range, self.world.visibility) then return false end
  return self:in_sight(x, y, z)
end

--- Whether the agent is at the target.
function senses.is_there(schema, self)
  local x, y, z, other = schema.at(self)
  return x and self:distance(x, y, z) <= senses.reach(schema, self, other)
end

--- The heading to have at the target, if any.
function senses.final_heading(schema, self)
  local wanted = numbers.of(schema.heading, self)
  if wanted then return wanted end
  local _, _, _, _, heading = schema.at(self)
  return heading
end

--- Whether the agent has the heading it should have at the target.
function senses.is_oriented(schema, self)
  local heading = senses.final_heading(schema, self)
  return not heading or math.abs(senses.turn_to(self.heading, heading)) <= ORIENTED
end

return senses
