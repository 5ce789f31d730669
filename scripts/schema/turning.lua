-- Turning in place, after Reich: atomic, the shorter way unless told. First the body comes to rest, then it turns about
-- its center. Other schemas turn by it too, before they go.

local senses = select(3, ...)

local turning = {}

local STILL = 0.1 -- m/s: stands
local ROUNDING = 1e-9 -- rad that sums of ticks may be off
local PATIENCE = 2 -- s to come to rest in; bodies that cannot are held

--- Begin to turn to a heading; `memory` is where the turn is remembered.
function turning.begin(self, memory, heading, direction)
  memory.heading, memory.direction, memory.braked = heading, direction, 0
  self.schema.turning = true
end

--- Begin to turn toward a place.
function turning.begin_toward(self, memory, x, y, z)
  turning.begin(self, memory, self.heading + self:bearing(x, y, z))
end

local function angle_of(self, memory)
  local angle = senses.turn_to(self.heading, memory.heading)
  if memory.direction == "left" and angle < 0 then return angle + 2 * math.pi end
  if memory.direction == "right" and angle > 0 then return angle - 2 * math.pi end
  return angle
end

--- Go on turning; true when it faces there. What pushes the body meanwhile does not turn it.
function turning.run(self, memory, rate, dt)
  if not memory.left then
    memory.braked = memory.braked + dt
    if self.speed > STILL and memory.braked < PATIENCE then return false end
    memory.left, memory.now = angle_of(self, memory), self.heading
  end
  local most, left = rate * dt, memory.left
  local is_over = math.abs(left) <= most + ROUNDING
  local angle = is_over and left or left > 0 and most or -most
  memory.left, memory.now = left - angle, memory.now + angle
  self:halt()
  self.heading = memory.now
  if is_over then self.schema.turning = nil end
  return is_over
end

return turning
