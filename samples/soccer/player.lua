-- A player: the one of each team nearest to the ball goes for it. The others keep their positions, which move with the
-- ball, and stay apart. The keeper stands between the ball and the goal.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local REACH = 1 -- meters from the center of a player to a ball he can kick
local SHOT, PASS = 16, 11 -- meters per second, of the ball
local RANGE = 26 -- meters from the goal within which players shoot
local REST = 0.4 -- seconds between two kicks of a player

local apart = steer.separation { kind = "player", radius = 3 }
-- Bodies are 0.8 m wide. Separation alone is too late for two who run at each other; they have to see it coming.
local clear = steer.separation { kind = "player", radius = 1.6 }
local pass_by = steer.unaligned_avoidance { kind = "player", radius = 8, horizon = 0.8, clearance = 0.2 }
local inside = steer.containment { horizon = 0.6 }

-- The teammate to pass to: the one farthest ahead with no opponent near.
local function open_mate(self)
  local best, most = nil, 3 -- at least this many meters ahead
  for mate in self.world:agents("player") do
    if mate.side == self.side and mate ~= self and mate.state ~= "keeping" then
      local ahead = (mate.x - self.x) * self.side
      local free = true
      for other in mate:neighbors("player", 4) do free = free and other.side == self.side end
      if free and ahead > most and self:distance(mate) < 25 then best, most = mate, ahead end
    end
  end
  return best
end

-- Kick the ball toward a place; its former speed no longer counts.
local function kick(self, x, y, speed)
  local ball = self.ball
  local dx, dy = x - ball.x, y - ball.y
  local scale = speed / math.max(0.1, math.sqrt(dx * dx + dy * dy))
  ball.vx, ball.vy = dx * scale, dy * scale
  self.kicked = self.world.time
end

local function play(self)
  local ball, world = self.ball, self.world
  if not ball then return end
  if self:distance(ball) > REACH or world.time < self.kicked + REST then return end
  -- The teams take turns tick by tick; otherwise, of two who reach the ball, the older one would always get it.
  if world.tick % 2 == (self.side == 1 and 0 or 1) then return end
  local memory = world.memory
  local mate = open_mate(self)
  local to_goal = self:distance(memory.length / 2 * self.side, 0, 0)
  if to_goal < RANGE then -- a shot, never quite where it should go
    kick(self, memory.length / 2 * self.side, (self:random() - 0.5) * 9, SHOT)
  elseif mate then
    kick(self, mate.x + 3 * self.side, mate.y, PASS)
  else -- a dribble: a short distance on, away from the middle
    kick(self, ball.x + 8 * self.side, ball.y + (self:random() - 0.5) * 8, PASS / 2)
  end
end

return drover.kind("player", {
  body = { mass = 70, radius = 0.4, max_speed = 6.5, max_force = 700, response = 0.2, solid = "agents" },
  look = { shape = "person", size = 1.8 },
  slots = { ball = "agent", place = "point", goal = "point", opponent = "agent" },
  memory = { side = 1, home_x = 0, home_y = 0, kicked = 0, chases = false, marks = false },
  initial = "placing",
  states = {
    chasing = {
      steer = blend.weighted {
        steer.pursuit { target = "ball", horizon = 1 }, { apart, 0.15 }, { clear, 3 }, { pass_by, 2 },
      },
      step = function(self)
        play(self)
        if not self.chases then return "placing" end
      end,
    },
    placing = {
      speed = 5,
      steer = blend.weighted { steer.arrival { target = "place" }, { apart, 0.6 }, { clear, 2 }, { inside, 1 } },
      step = function(self)
        local ball = self.ball
        if ball then self:set("place", self.home_x + 0.55 * ball.x, self.home_y + 0.3 * ball.y) end
        play(self)
        if self.chases then return "chasing" end
        if self.marks and self.opponent then return "marking" end
      end,
    },
    -- A defender keeps between the ball and the opponent who could get it.
    marking = {
      speed = 5.5,
      steer = blend.weighted {
        steer.interpose { a = "opponent", b = "ball", fraction = 0.3, horizon = 0.5 }, { apart, 0.3 }, { clear, 2 },
        { inside, 1 },
      },
      step = function(self)
        play(self)
        if self.chases then return "chasing" end
        if not self.opponent then return "placing" end
      end,
    },
    keeping = {
      steer = blend.weighted {
        steer.interpose { a = "goal", b = "ball", fraction = drover.setting "keeper", horizon = 0.3 }, { clear, 2 },
      },
      step = play,
    },
  },
})
