-- What schemas ask: where a target is, whether the way to it is open, how far it is, and how far off the heading.

local core, checks = ...

local senses = {}

local ROOM = 0.5 -- m beyond touching: there
local ORIENTED = 0.05 -- rad: faces as it should

--- The signed angle from one heading to another, the shorter way.
function senses.turn_to(from, to)
  local angle = (to - from) % (2 * math.pi)
  return angle > math.pi and angle - 2 * math.pi or angle
end

--- x, y, z of what a slot gives, with the handle of an agent and the heading of a pose.
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

--- How to read a target: of an agent x, y, z, the handle of whom it is and the heading to have there; or nil.
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
    checks.fail(where, path, "a slot's name, a point or drover.mouse expected, got " .. kind)
  end
  return function() return x, y, z end
end

--- How near is there: as the schema says, else a little beyond touching.
function senses.reach(schema, self, other)
  return schema.distance or self.radius + (other and other.radius or 0) + ROOM
end

--- Whether nothing stands in the way to what is there, whichever way the agent faces. Places are known however far
--- they are, agents are not.
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
  if schema.heading then return schema.heading end
  local _, _, _, _, heading = schema.at(self)
  return heading
end

--- Whether it faces as it should at the target.
function senses.is_oriented(schema, self)
  local heading = senses.final_heading(schema, self)
  return not heading or math.abs(senses.turn_to(self.heading, heading)) <= ORIENTED
end

return senses
