-- Turning in place, after Reich: atomic, and the shorter way unless given a direction. First the body stops, then it
-- turns: on legs foot after foot, otherwise about its center. Other schemas use it, too, before they set out.

local senses = select(3, ...)

local turning = {}

local STILL = 0.1 -- m/s; slower counts as standing
local ROUNDING = 1e-9 -- rad by which sums over ticks may be off
local PATIENCE = 2 -- s to stop in; a body that cannot is held

--- Begin to turn to a heading; `memory` holds the turn. On legs, the last foot `follows` if no walking comes next.
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

--- Which foot a body on legs moves, for turn_in_place.
local function foot_of(memory)
  return memory.begins and "first" or memory.follows and "follow" or nil
end

--- Continue turning; true when the agent has the heading. Pushes on the body in the meantime do not turn it.
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
