-- Hide and seek, with a planner above and schemas below. The game is over when every hider is found or safe at home.

local drover = require "drover"
local garden = require "garden"

local function is_astray(seeker)
  if not seeker.alive then return false end
  local quarry = seeker.quarry
  if seeker.state ~= "chase" or not quarry then return false end
  for hider in seeker:seen "hider" do
    local is_nearer = seeker:distance(hider) < seeker:distance(quarry) - 1
    if is_nearer and hider.state ~= "found" and hider.state ~= "safe" then return true end
  end
  return quarry.state == "safe"
end

return drover.scenario {
  name = "hide_and_seek",
  title = "Hide and seek, with a planner",
  kinds = { require "hider", require "seeker" },
  bounds = {
    min = { -garden.LENGTH / 2, -garden.WIDTH / 2 }, max = { garden.LENGTH / 2, garden.WIDTH / 2 }, edge = "contain",
  },

  settings = {
    drover.slider("hiders", 6, { min = 1, max = 9, step = 1, restart = true }),
  },

  monitors = {
    -- How often the seeker turned to somebody closer, and how often it let somebody go who was safe at home.
    turned = function(world) return world.memory.turned end,
    spared = function(world) return world.memory.spared end,
    -- Whether it runs after somebody in vain, or though somebody else is closer; how many hide where home can see them.
    astray = function(world) return is_astray(world.memory.seeker) and 1 or 0 end,
    open = function(world)
      local open = 0
      for hider in world:agents("hider", { state = "hidden" }) do
        if hider:in_sight(garden.HOME) then open = open + 1 end
      end
      return open
    end,
    found = function(world) return world:count("hider", { state = "found" }) end,
    safe = function(world) return world:count("hider", { state = "safe" }) end,
  },

  setup = function(world, settings)
    garden.build(world)
    world.memory.taken = {} -- places, by number
    local x, y = garden.HOME.x, garden.HOME.y
    world.memory.turned, world.memory.spared = 0, 0
    world.memory.seeker = world:spawn("seeker", { x = x - 1, y = y, heading = math.pi })
    for i = 1, settings.hiders do
      world:spawn("hider", { x = x + 0.5, y = y + 0.8 * (i - (settings.hiders + 1) / 2) })
    end
  end,

  update = function(world)
    local found, safe = world:count("hider", { state = "found" }), world:count("hider", { state = "safe" })
    if found + safe == world:count "hider" then world:finish(found .. " found, " .. safe .. " safe") end
  end,

  draw = garden.draw,
}
