-- Four teams run through thin poles to a goal behind a U-shaped wall. Two teams feel their way with rays, one looks
-- ahead along a cylinder as wide as a body, and one has a map.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local LENGTH, WIDTH = 62, 10 -- meters: a lane
local TEAM = 6
local BODY, GAP = 0.4, 0.01 -- meters: a body that is no farther from a pole than GAP touches it
local FEELER, SPREAD = 5, math.rad(90) -- meters, and the angle from the first feeler to the last
local TRAP, TRAP_DEPTH, TRAP_WIDTH = 44, 5, 6 -- meters

local ahead = steer.seek { target = "goal" }
local look_ahead = steer.obstacle_avoidance { horizon = 1, clearance = 0.2 }

local function feel(rays)
  return blend.weighted { steer.ray_avoidance { rays = rays, length = FEELER, angle = SPREAD, strength = 2 }, ahead }
end

-- From the top lane to the bottom one.
local LANES = {
  { name = "few", text = "5 feelers", rays = 5, color = "tomato", steer = feel(5) },
  { name = "many", text = "15 feelers", rays = 15, color = "gold", steer = feel(15) },
  { name = "cylinder", text = "a cylinder", color = "steelblue", steer = blend.priority { look_ahead, ahead } },
  { name = "map", text = "a map", color = "lightgreen", steer = steer.path_following { path = "way" } },
}

local function middle(lane) return (#LANES / 2 + 0.5 - lane) * WIDTH end

local function touches_pole(self)
  for _, pole in ipairs(self.world.memory.poles) do
    local reach = self.world.settings.thickness / 2 + BODY + GAP
    if self:distance(pole.x, pole.y + middle(self.lane)) < reach then return true end
  end
  return false
end

local function note(self)
  local touching = touches_pole(self)
  local bumps = self.world.memory.bumps[self.lane]
  if touching and not self.touching then bumps[#bumps + 1] = self.position end
  self.touching = touching
end

local function draw_feelers(self, draw)
  local rays = LANES[self.lane].rays
  for i = 1, rays do
    local angle = self.heading + SPREAD * ((i - 1) / (rays - 1) - 0.5)
    local x, y = self.x + FEELER * math.cos(angle), self.y + FEELER * math.sin(angle)
    draw.line(self.x, self.y, x, y, { color = "#ffffff48" })
  end
end

local kinds = {}
for i, lane in ipairs(LANES) do
  kinds[i] = drover.kind(lane.name, {
    body = { mass = 50, radius = BODY, max_speed = 4, max_force = 600, response = 0.2, solid = "agents" },
    look = { size = 1.2, color = lane.color },
    slots = { goal = "point", way = "path" },
    memory = { lane = i, touching = false },
    initial = "running",
    states = {
      running = { steer = lane.steer, step = note, on = { { drover.when.near("goal", 2), "there" } } },
      there = { speed = 0 },
    },
    draw = lane.rays and draw_feelers,
  })
end

local monitors = {}
for i, lane in ipairs(LANES) do
  monitors[lane.name .. "_bumps"] = function(world) return #world.memory.bumps[i] end
  monitors[lane.name .. "_past"] = function(world) -- the poles
    local count = 0
    for each in world:agents(kinds[i]) do if each.x > TRAP - 4 then count = count + 1 end end
    return count
  end
  monitors[lane.name .. "_there"] = function(world) return world:count(kinds[i], { state = "there" }) end
end

local function build(world, y)
  for _, pole in ipairs(world.memory.poles) do
    world:obstacle {
      sphere = { x = pole.x, y = y + pole.y, radius = world.settings.thickness / 2 }, color = "black",
    }
  end
  local back, side = TRAP + TRAP_DEPTH, TRAP_WIDTH / 2
  world:obstacle { wall = { from = { back, y - side }, to = { back, y + side } } }
  for _, edge in ipairs { y - side, y + side } do
    world:obstacle { wall = { from = { TRAP, edge }, to = { back, edge } } }
  end
end

return drover.scenario {
  name = "rays",
  title = "Rays",
  theme = "floor",
  kinds = kinds,
  bounds = { min = { 0, -WIDTH * #LANES / 2 }, max = { LENGTH, WIDTH * #LANES / 2 }, edge = "open" },
  settings = {
    drover.slider("thickness", 0.25, { min = 0.1, max = 1.2, restart = true, title = "of a pole (m)" }),
  },
  monitors = monitors,

  setup = function(world)
    local poles, bumps, starts = {}, {}, {}
    world.memory.poles, world.memory.bumps = poles, bumps
    for k = 1, 12 do poles[k] = { x = 6 + 2.6 * k, y = (k % 3 - 1) * 2.2 + world:random() - 0.5 } end
    -- Three rows, so that neighbors do not shove each other into poles or past them.
    for k = 1, TEAM do starts[k] = { x = 1 + 2 * (k % 3), y = k - 3.5 + 0.3 * (world:random() - 0.5) } end
    for i in ipairs(LANES) do
      bumps[i] = {}
      build(world, middle(i))
    end
    for i, kind in ipairs(kinds) do
      for _, start in ipairs(starts) do
        local each = world:spawn(kind, { x = start.x, y = middle(i) + start.y, goal = { LENGTH - 4, middle(i) } })
        if LANES[i].name == "map" then each.way = world:plan(each, each.goal, { clearance = 0.5 }) end
      end
    end
  end,

  draw = function(world, draw)
    for i, lane in ipairs(LANES) do
      local bumps = world.memory.bumps[i]
      for _, place in ipairs(bumps) do draw.circle(place.x, place.y, 0.4, { color = "red", fill = true }) end
      local text = ("%s: %d bump%s"):format(lane.text, #bumps, #bumps == 1 and "" or "s")
      draw.text(text, 0.6, middle(i) + 0.4 * WIDTH, { color = "white" })
    end
  end,
}
