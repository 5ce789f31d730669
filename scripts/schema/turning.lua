-- Turning in place, after Reich: atomic, the shorter way unless told. First the body comes to rest, then it turns: on
-- legs foot after foot, others about their center. Other schemas turn by it too, before they go.

local senses = select(3, ...)

local turning = {}

local STILL = 0.1 -- m/s: stands
local ROUNDING = 1e-9 -- rad that sums of ticks may be off
local PATIENCE = 2 -- s to come to rest in; bodies that cannot are held

--- Begin to turn to a heading; `memory` is where the turn is remembered. On legs the last foot `follows` where nothing
--- else comes after it.
function turning.begin(self, memory, heading, direction, follows)
  memory.heading, memory.direction, memory.follows, memory.braked = heading, direction, follows, 0
  self.schema.turning = true
end

local function angle_of(self, memory)
  local angle = senses.turn_to(self.heading, memory.heading)
  if memory.direction == "left" and angle < 0 then return angle + 2 * math.pi end
  if memory.direction == "right" and angle > 0 then return angle - 2 * math.pi end
  return angle
end

--- Which foot a body on legs is to move.
local function foot_of(memory)
  return memory.begins and "first" or memory.follows and "follow" or nil
end

--- Go on turning; true when it faces there. What pushes the body meanwhile does not turn it.
function turning.run(self, memory, rate, dt)
  if not memory.left then
    memory.braked = memory.braked + dt
    if self.speed > STILL and memory.braked < PATIENCE then return false end
    memory.left, memory.now, memory.begins = angle_of(self, memory), self.heading, true
  end
  local angle, takes_step = self:turn_in_place(memory.left, rate, foot_of(memory))
  if not angle then return false end -- a foot is in the air
  memory.begins = nil
  memory.left, memory.now = memory.left - angle, memory.now + angle
  if math.abs(memory.left) <= ROUNDING then memory.left = 0 end
  if takes_step then return false end
  self.heading = memory.now
  if memory.left ~= 0 then return false end
  self.schema.turning = nil
  return true
end

return turning
