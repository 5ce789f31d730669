local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

-- @example drover, declared_flow, declared_field, declared_terrain, region
local mud = drover.terrain("mud", {
  weight = 5, speed = 0.5, color = "sienna",
  kinds = { walker = { speed = 0.7 } }, -- wears boots
})
drover.field("snow", { max = 0.5 })
drover.terrain("drift", { weight = 8, speed = 0.3, field = "snow" })
local wind = drover.flow("wind", {
  resolution = 2, bounds = { min = { -50, -50 }, max = { 50, 50 } },
  interval = 1,
  -- m/s at x, y, z and time
  field = function(_, y, _, t) return math.sin(t), y / 50 end,
})
local scent = drover.field("scent", {
  cell = 0.5, evaporation = 0.1, diffusion = 0.2, max = 1, color = "orange",
})
-- @end

local walker = drover.kind("walker", {
  slots = { goal = "point", way = "path", door = "obstacle", air = "flow", bog = "region" },
  memory = { known = {} },
  steer = blend.weighted {
    { steer.obstacle_avoidance {}, 2 }, steer.path_following { path = "way" },
    { steer.flow_following { flow = "air" }, 0.2 },
  },
  on = { { when.inside("bog"), function(self) self.label = "mud" end } },
})

-- @example field, world
-- each name has one field; an agent can replace x, y
local function smell(world, bog)
  local field = world:field(scent)
  field:add(10, 5, 0.4) -- into one cell
  field:add(0, 0, 20, 3) -- in total, within 3 m
  field:set(-10, 5, field.max)
  local gx, gy = field:gradient(9, 5) -- toward more scent
  print(field.name, field:at(10, 5), gx, gy, field:total(bog))
  local x, y, most = field:highest()
  if most > 0.9 then field:set(x, y, 0) end
  if field.alive and field:total() > 1e4 then field:fill(0) end
end
-- @end

-- @example world, obstacle, shape, path, region, flow
local function setup(world)
  local rock = world:obstacle {
    sphere = { x = 10, y = 0, radius = 2 }, color = "gray",
  }
  world:obstacle {
    box = { x = 0, y = 12, w = 8, d = 3, h = 2, heading = math.rad(30) },
  }
  world:obstacle { wall = { from = { -10, -10 }, to = { 10, -10 } } }
  world:obstacle { polygon = { { 20, 20 }, { 26, 20 }, { 23, 25 } } }
  world:obstacle { cylinder = { x = -20, y = 0, radius = 1, height = 3 } }
  local pen = world:obstacle { -- agents inside stay inside
    sphere = { x = 30, y = -30, radius = 8 }, hollow = true,
  }
  assert(pen.hollow)
  local pane = world:obstacle {
    wall = { from = { 0, -20 }, to = { 0, -15 } }, blocks = {
      sight = false, movement = true, planning = true,
    },
  }
  rock.x = rock.x + 1 -- moves it
  pane.blocks_sight, pane.blocks_movement = true, false
  pane.blocks_planning = false

  local bog = world:region {
    shape = { box = { x = -15, y = 15, w = 10, d = 10 } }, speed = 0.8,
    terrain = mud,
  }
  bog.speed = 0.5
  local ground = world:terrain_at(bog.x, bog.y)
  if bog:contains(-15, 15) and ground == bog.terrain then
    print("mud")
  end
  local meadow = world:terrain("mud") -- throughout the bounds
  meadow:remove()

  local air = world:flow(wind)
  air:set(0, 0, 2, 0) -- x, y, vx, vy
  air:paint(10, 10, 5, 0, 2, 0.5) -- x, y, radius, vx, vy, strength
  local vx, vy = air:at(10, 10)
  print(air.name, vx, vy)
  local out, why = world:flow_to({ { 45, 0 }, bog }, { -- the nearer of two
    clearance = 0.3, resolution = 1, terrain = true, kind = walker,
    density = 0.5,
  })
  if not out then print(why) elseif out.still then out:remove() end

  local way = world:path {
    points = { { -40, 0 }, { 0, 5 }, { 40, 0 } }, radius = 2,
    closed = false,
    spline = true,
  }
  local x, y, _, heading = way:point(way.length / 2)
  local along, left = way:project(x, y)
  print(heading, along, left, way.radius, way.closed, way.alive)
  local stone = way:blocked(0.5)
  if stone and stone.alive and stone.radius < 1 then stone:remove() end
  smell(world, bog)
  world:scatter("walker", 10, {
    way = way, bog = bog, air = air, door = pane,
  })
end
-- @end

-- @example path, region, obstacle, flow
-- anything that was removed has alive = false
local function clear_up(door, way, bog, air)
  if door.alive and door.heading > 0 then
    door.y, door.z = door.y + 1, 0
  end
  if way.alive then way:remove() end
  if bog.alive and bog.z == 0 then bog:remove() end
  if air.alive then air:remove() end
end
-- @end

return drover.scenario {
  kinds = { walker },
  setup = setup,
  update = function(world)
    if world.tick ~= 30 then return end
    local agent = world:nearest("walker", 0, 0)
    clear_up(agent.door, agent.way, agent.bog, agent.air)
  end,
}
