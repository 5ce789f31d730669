-- Nobody knows why the chicken crosses the road, but a car turns the corner while it does. chicken.lua has the layers
-- of a chicken, and this file makes two kinds: one that consults its layers every tick, and one that thinks.

local drover = require "drover"
local road = require "road"
local chicken = require "chicken"

local THOUGHT = 240 -- ticks: for 4 s, a thinker doesn't look up

return drover.scenario {
  name = "chicken",
  title = "Chickens",
  kinds = { chicken("hen", "white"), chicken("thinker", "orange", THOUGHT), require "car" },
  bounds = { min = { road.WEST, road.SOUTH }, max = { road.EAST, road.NORTH }, edge = "open" },
  effects = { spawns = false, removals = false }, -- cars come and go

  settings = {
    drover.slider("traffic", 10, { min = 0, max = 20, title = "cars per minute" }),
    drover.slider("hens", 5, { min = 0, max = 30, step = 1, restart = true }),
    drover.slider("thinkers", 5, { min = 0, max = 30, step = 1, restart = true }),
  },

  monitors = {
    hens_hit = function(world) return world.memory.hits.hen end,
    thinkers_hit = function(world) return world.memory.hits.thinker end,
    hens_over = function(world) return world.memory.crossings.hen end,
    thinkers_over = function(world) return world.memory.crossings.thinker end,
    dashing = function(world) -- hens in the first of their layers
      local count = 0
      for hen in world:agents("hen", { state = "living" }) do
        if hen.subsumption.turn == 1 then count = count + 1 end
      end
      return count
    end,
  },

  setup = function(world, settings)
    world.memory.hits = { hen = 0, thinker = 0 }
    world.memory.crossings = { hen = 0, thinker = 0 }
    world.memory.way = road.way(world)
    world.memory.next_car = 3
    road.build(world)
    -- Each kind along a strip of its own, so that nobody starts inside another.
    for strip, kind in ipairs { "hen", "thinker" } do
      local count = settings[kind .. "s"]
      for i = 1, count do
        world:spawn(kind, {
          x = 1 + 16 * (i - 0.8 + 0.6 * world:random()) / count, y = -3.5 - 1.6 * strip - world:random(),
          heading = math.pi / 2,
        })
      end
    end
  end,

  -- Cars come at random, at least 3 s apart.
  update = function(world)
    local memory, traffic = world.memory, world.settings.traffic
    if traffic == 0 or world.time < memory.next_car or not memory.way.alive then return end
    local x, y, _, heading = memory.way:point(0)
    world:spawn("car", { x = x, y = y, heading = heading, speed = 9, way = memory.way })
    memory.next_car = world.time + 3 + 2 * math.max(0, 60 / traffic - 3) * world:random()
  end,

  draw = road.draw,
}
