-- Hide and seek among boulders. hider.lua says how hiders live, seeker.lua how the seeker does.

local drover = require "drover"
local boulders = require "boulders"

local LENGTH, WIDTH = 60, 36 -- meters

local function is_looking(world) return world:count("seeker", { state = "counting" }) == 0 end

return drover.scenario {
  name = "hide",
  title = "Hide and seek",
  kinds = { require "hider", require "seeker" },
  bounds = { min = { -LENGTH / 2, -WIDTH / 2 }, max = { LENGTH / 2, WIDTH / 2 }, edge = "contain" },

  settings = {
    drover.choice("behavior", "hide", { "hide", "flee" }),
    drover.slider("hiders", 10, { min = 1, max = 60, step = 1, restart = true }),
    drover.slider("sneak", 0.7, { min = 0, max = 3.5, title = "pace behind a boulder (m/s)" }),
  },

  monitors = {
    -- The share of hiders in the seeker's sight, and whether it is looking at all.
    seen = function(world)
      local seen, seeker = 0, world.memory.seeker
      if not seeker.alive then return 0 end
      for hider in world:agents("hider") do
        if seeker:sees(hider) then seen = seen + 1 end
      end
      return seen / math.max(1, world:count("hider"))
    end,
    looking = function(world) return is_looking(world) and 1 or 0 end,
    running = function(world) return world:count("hider", { state = "running" }) end,
    caught = function(world) return world.memory.caught end,
    -- How deep two hiders overlap at most, in meters.
    overlap = function(world)
      local deepest = 0
      for hider in world:agents("hider") do
        local _, distance = hider:nearest("hider", 2 * hider.radius)
        if distance then deepest = math.max(deepest, 2 * hider.radius - distance) end
      end
      return deepest
    end,
  },

  setup = function(world, settings)
    world.memory.caught = 0
    for _, boulder in ipairs(boulders) do
      world:obstacle { sphere = { x = boulder[1], y = boulder[2], radius = boulder[3] }, color = "#8a8478" }
    end
    world.memory.seeker = world:spawn("seeker", { x = -LENGTH / 2 + 3, y = 0 })
    world:scatter("hider", settings.hiders, { chaser = world.memory.seeker })
  end,
}
