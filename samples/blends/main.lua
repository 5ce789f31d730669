-- Ten flocks have the same three wishes: to run into no post, to keep off each other, and to get to the right. They
-- differ only in the blend that turns the three into one steering vector.

local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local LENGTH, WIDTH = 76, 6 -- meters: a lane
local FLOCK = 12 -- sheep in each
local BODY, POST, GAP = 0.4, 0.7, 1.4 -- meters: two radii, and the least room between a post and a hedge

-- The three wishes, the most important first. In a flock, there is always somebody to keep off.
local dodge = steer.obstacle_avoidance { horizon = 1, clearance = 0.1 }
local apart = steer.separation { radius = drover.setting "room" }
local ahead = steer.seek { target = "gate" }

local ADDS, CHOOSES = "lightblue", "gold" -- colors: blends that add wishes up, and those that choose among them

-- From the top lane to the bottom one.
local LANES = {
  { "sum", ADDS, blend.sum { dodge, apart, ahead } },
  { "weighted", ADDS, blend.weighted { { dodge, 3 }, apart, ahead } },
  { "average", ADDS, blend.average { { dodge, 3 }, apart, ahead } },
  { "normalized", ADDS, blend.normalized { { dodge, 3 }, apart, ahead } },
  { "velocity", ADDS, blend.velocity { { dodge, 3 }, apart, ahead } },
  { "priority", CHOOSES, blend.priority { dodge, apart, ahead } },
  { "allocate", CHOOSES, blend.allocate { dodge, apart, ahead } },
  { "dither", CHOOSES, blend.dither { { dodge, 0.95 }, { apart, 0.5 }, ahead } },
  { "random", CHOOSES, blend.random { { dodge, 3 }, apart, ahead } },
  { "rotate", CHOOSES, blend.rotate { dodge, apart, ahead } },
}

local function middle(lane) return (#LANES / 2 + 0.5 - lane) * WIDTH end

local function touches_post(self)
  for _, post in ipairs(self.world.memory.posts) do
    if self:distance(post.x, post.y + middle(self.lane)) < POST + BODY + 0.01 then return true end
  end
  return false
end

-- A sheep remembers where it bumps into a post, and leaves at the end of the lane.
local function move_on(self)
  local lane = self.world.memory.lanes[self.lane]
  local touching = touches_post(self)
  if touching and not self.touching then lane.bumps[#lane.bumps + 1] = self.position end
  self.touching = touching
  if self.x > LENGTH then
    lane.through = lane.through + 1
    self:remove()
  end
end

local kinds = {}
for i, lane in ipairs(LANES) do
  kinds[i] = drover.kind(lane[1], {
    body = { mass = 50, radius = BODY, max_speed = 5, max_force = 600, response = 0.2, solid = "agents" },
    look = { shape = "hoofed", size = 1.2, color = lane[2] },
    slots = { gate = "point" },
    memory = { lane = i, touching = false },
    steer = lane[3],
    step = move_on,
  })
end

-- How far the sheep of a lane have come, on average.
local function way(world, lane)
  local sum = world.memory.lanes[lane].through * LENGTH
  for each in world:agents(kinds[lane]) do sum = sum + each.x end
  return sum / FLOCK
end

local monitors = {}
for i, lane in ipairs(LANES) do
  monitors[lane[1] .. "_way"] = function(world) return way(world, i) end -- meters
  monitors[lane[1] .. "_bumps"] = function(world) return #world.memory.lanes[i].bumps end
end

-- Every lane gets the same posts, and the same sheep at the same places.
local function lay_out(world, settings)
  local posts, starts = {}, {}
  for k = 1, settings.posts do
    local y = (world:random() - 0.5) * (WIDTH - 2 * POST - 2 * GAP)
    posts[k] = { x = 10 + (LENGTH - 16) * k / settings.posts, y = y }
  end
  for k = 1, FLOCK do
    starts[k] = { x = 1 + 1.5 * (k % 4), y = 1.4 * ((k - 1) // 4 - 1) + 0.3 * (world:random() - 0.5) }
  end
  return posts, starts
end

return drover.scenario {
  name = "blends",
  title = "Blends",
  theme = "floor",
  kinds = kinds,
  bounds = { min = { 0, -WIDTH * #LANES / 2 }, max = { LENGTH, WIDTH * #LANES / 2 }, edge = "open" },
  effects = { spawns = false, removals = false }, -- runners come and go
  settings = {
    drover.slider("room", 4, { min = 0, max = 5, title = "room that each wants (m)" }),
    drover.slider("posts", 12, { min = 0, max = 16, step = 1, restart = true }),
  },
  monitors = monitors,

  setup = function(world, settings)
    local posts, starts = lay_out(world, settings)
    world.memory.posts, world.memory.lanes = posts, {}
    for i, kind in ipairs(kinds) do
      world.memory.lanes[i] = { bumps = {}, through = 0 }
      for _, post in ipairs(posts) do
        world:obstacle { sphere = { x = post.x, y = post.y + middle(i), radius = POST }, color = "sienna" }
      end
      for _, start in ipairs(starts) do
        world:spawn(kind, { x = start.x, y = start.y + middle(i), gate = { 3 * LENGTH, middle(i) } })
      end
    end
    for i = 0, #kinds do
      local y = middle(i + 0.5)
      world:obstacle { wall = { from = { -LENGTH, y }, to = { 2 * LENGTH, y } }, color = "darkgreen" }
    end
  end,

  -- The name of each lane, a line to where the flock is on average, and a red dot for each bump.
  draw = function(world, draw)
    for i, lane in ipairs(LANES) do
      local y, bumps = middle(i), world.memory.lanes[i].bumps
      draw.line(0, y - 2.3, way(world, i), y - 2.3, { color = lane[2], width = 4 })
      for _, place in ipairs(bumps) do
        draw.circle(place.x, place.y, 0.45, { color = "red", fill = true })
      end
      draw.text(("%s: %d bump%s"):format(lane[1], #bumps, #bumps == 1 and "" or "s"), 0.6, y + 0.4, { color = "white" })
    end
  end,
}
