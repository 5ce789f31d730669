-- Soccer, six against six: interpose, pursuit, and a ball that is an agent, too. player.lua says how they play; the
-- ball, the lines, and the score are here.

local drover = require "drover"

local LENGTH, WIDTH = 60, 38 -- meters
local GOAL = 6 -- meters wide
local NAMES = { [1] = "blue", [-1] = "red" } -- by the direction they play: 1 is to the right
local COLORS = { [1] = "skyblue", [-1] = "crimson" }
-- A team that plays to the right, without the keeper.
local HOMES = { { -14, -8 }, { -14, 8 }, { -2, -12 }, { -2, 12 }, { 8, 0 } }

-- Nobody steers it: it rolls, and the grass slows it down.
local ball = drover.kind("ball", {
  body = { mass = 0.43, radius = 0.2, max_speed = 20, max_force = 0, damping = 0.55 },
  look = { shape = "disc", size = 1.2, color = "white" },
})

-- The player of each side nearest to the ball goes for it, and stays with it until another is clearly closer.
local function choose_chaser(world, side)
  local target = world.memory.ball
  local best, least
  for each in world:agents("player") do
    if each.side == side and each.state ~= "keeping" then
      local distance = each:distance(target) - (each.chases and 1 or 0)
      if not least or distance < least then best, least = each, distance end
    end
  end
  for each in world:agents("player") do
    if each.side == side then each.chases = each == best end
  end
end

-- Every defender marks an opponent, the nearest in his own half; attackers mark nobody.
local function choose_opponents(world)
  for each in world:agents("player") do
    if each.marks then
      local opponent, least = nil, 12
      for other in each:neighbors("player", least) do
        if other.side ~= each.side and other.x * each.side < 0 then
          local distance = each:distance(other)
          if distance < least then opponent, least = other, distance end
        end
      end
      each.opponent = opponent
    end
  end
end

local function put_ball(world, x, y)
  local target = world.memory.ball
  target.x, target.y, target.vx, target.vy = x, y, 0, 0
  world.memory.still = 0
end

local function kick_off(world)
  put_ball(world, 0, 0)
  for each in world:agents("player") do
    each.x, each.y, each.vx, each.vy = each.home_x - 3 * each.side, each.home_y, 0, 0
  end
end

local function referee(world, dt)
  local memory = world.memory
  local target = memory.ball
  local x, y = target.x, target.y
  if math.abs(x) > LENGTH / 2 and math.abs(y) < GOAL / 2 then
    local side = x > 0 and 1 or -1
    memory[NAMES[side]] = memory[NAMES[side]] + 1
    kick_off(world)
  elseif math.abs(x) > LENGTH / 2 then -- a goal kick
    put_ball(world, (x > 0 and 1 or -1) * (LENGTH / 2 - 6), 0)
    memory.out = memory.out + 1
  elseif math.abs(y) > WIDTH / 2 then -- a throw-in
    put_ball(world, x, (y > 0 and 1 or -1) * (WIDTH / 2 - 0.5))
    memory.out = memory.out + 1
  end
  memory.still = target.speed < 0.3 and memory.still + dt or 0
  memory.longest_still = math.max(memory.longest_still, memory.still)
end

-- Obstacles that are only for show, since they let everybody pass.
local function paint(world)
  local function line(x, y, w, d, color)
    local blocks = { movement = false, sight = false }
    world:obstacle { box = { x = x, y = y, w = w, d = d }, color = color, blocks = blocks }
  end
  line(0, 0, LENGTH + 4, WIDTH + 4, "#3f6b3a")
  for _, side in ipairs { -1, 1 } do
    line(side * LENGTH / 2, 0, 0.3, WIDTH, "#dfe8dc")
    line(0, side * WIDTH / 2, LENGTH, 0.3, "#dfe8dc")
    line(side * (LENGTH / 2 + 0.8), 0, 1.2, GOAL, "#b9c4b6")
  end
  line(0, 0, 0.3, WIDTH, "#dfe8dc")
end

return drover.scenario {
  name = "soccer",
  title = "Soccer",
  kinds = { ball, require "player" },
  bounds = {
    min = { -LENGTH / 2 - 2, -WIDTH / 2 - 2 }, max = { LENGTH / 2 + 2, WIDTH / 2 + 2 }, edge = "contain",
  },

  settings = {
    drover.slider("keeper", 0.12, { min = 0, max = 1, title = "how far out the keeper stands" }),
  },

  monitors = {
    blue = function(world) return world.memory.blue end,
    red = function(world) return world.memory.red end,
    out = function(world) return world.memory.out end,
    still = function(world) return world.memory.longest_still end, -- seconds, the longest the ball lay still
    -- Players within 2 m of the ball: a clump is more than four of them.
    crowd = function(world) return world.memory.ball.alive and world.memory.ball:count("player", 2) or 0 end,
  },

  setup = function(world)
    paint(world)
    local memory = world.memory
    memory.length, memory.blue, memory.red, memory.out, memory.still, memory.longest_still = LENGTH, 0, 0, 0, 0, 0
    memory.ball = world:spawn("ball", { x = 0, y = 0 })
    for _, side in ipairs { 1, -1 } do
      for i, home in ipairs(HOMES) do
        local each = world:spawn("player", {
          x = home[1] * side, y = home[2] * side, side = side, ball = memory.ball,
          home_x = home[1] * side, home_y = home[2] * side, marks = i <= 2,
        })
        each.color = COLORS[side]
      end
      local keeper = world:spawn("player", {
        x = -side * (LENGTH / 2 - 1), y = 0, side = side, ball = memory.ball, state = "keeping",
        home_x = -side * (LENGTH / 2 - 4), home_y = 0, goal = { -side * LENGTH / 2, 0 },
      })
      keeper.color = side == 1 and "navy" or "orange"
    end
  end,

  update = function(world, dt)
    if not world.memory.ball.alive then return end
    referee(world, dt)
    choose_opponents(world)
    choose_chaser(world, 1)
    choose_chaser(world, -1)
  end,
}
