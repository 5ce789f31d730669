-- A slime mold looks for short ways. Each speck leaves a trail, smells ahead of it in three places, and turns to where
-- there is most. No speck knows of another, and no Lua runs for any of them; yet their trails become a network.

local drover = require "drover"
local steer = drover.steer

local LENGTH, WIDTH = 128, 80 -- meters
local SPEED = 12 -- m/s

-- How the trail fades is what makes a network: without evaporation all ground would smell the same, and without
-- diffusion nobody beside a vein would find it.
local trail = drover.field("trail", { cell = 0.25, evaporation = 4, diffusion = 0.3, max = 1, color = "orange" })

local speck = drover.kind("speck", {
  -- Strong and quick to respond, so it turns within a tick.
  body = { radius = 0.05, max_speed = SPEED, min_speed = SPEED, max_force = 1000, response = 0, solid = false },
  look = { shape = "disc", color = "yellow" },
  leaves = { trail = 1 },
  steer = steer.climb {
    field = "trail", direction = drover.setting "direction", distance = drover.setting "distance",
    angle = drover.setting "angle",
  },
})

-- The share of the ground on which hardly any trail is, measured at points of a grid.
local function bare(world)
  local field, mean = world:field(trail), 0
  local amounts = {}
  for x = 0.5, 63.5 do
    for y = 0.5, 39.5 do
      local amount = field:at((x / 64 - 0.5) * LENGTH, (y / 40 - 0.5) * WIDTH)
      amounts[#amounts + 1], mean = amount, mean + amount / (64 * 40)
    end
  end
  local count = 0
  for _, amount in ipairs(amounts) do
    if amount <= mean / 10 then count = count + 1 end
  end
  return count / #amounts
end

return drover.scenario {
  name = "slime",
  title = "Slime mold",
  theme = "street",
  kinds = { speck },
  bounds = { min = { -LENGTH / 2, -WIDTH / 2 }, max = { LENGTH / 2, WIDTH / 2 }, edge = "wrap" },
  effects = { shadows = false },

  settings = {
    drover.slider("distance", 1.2, { min = 0.3, max = 6, title = "how far ahead it smells (m)" }),
    drover.slider("angle", 0.6, { min = 0, max = 1.6, title = "and how far to the side (rad)" }),
    drover.slider("direction", 1, { min = -1, max = 1, step = 1, title = "to the trail, or away from it (-1)" }),
    drover.slider("specks", 20000, { min = 1000, max = 200000, step = 1000, restart = true }),
  },

  monitors = { bare = bare },

  setup = function(world, settings)
    for _ = 1, settings.specks do
      world:spawn(speck, {
        x = LENGTH * (world:random() - 0.5), y = WIDTH * (world:random() - 0.5),
        heading = 2 * math.pi * world:random(),
      })
    end
  end,
}
