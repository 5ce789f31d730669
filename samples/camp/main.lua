-- Six campers want to be warm, to drink tea, and to be safe from a bear: camper.lua says what they can do about it, and
-- they find out in which order.

local drover = require "drover"
local camp = require "camp"
local camper, bear = require "camper", require "bear"

local COUNT = 6

local function does(action)
  return function(world)
    local count = 0
    for each in world:agents("camper") do count = count + (each.schema.action == action and 1 or 0) end
    return count
  end
end

local function mean(field)
  return function(world)
    local sum = 0
    for each in world:agents("camper") do sum = sum + each[field] end
    return sum / math.max(1, world:count("camper"))
  end
end

return drover.scenario {
  name = "camp",
  title = "Camp",
  theme = "grass",
  kinds = { camper, bear },
  bounds = {
    min = { -camp.LENGTH / 2, -camp.WIDTH / 2 }, max = { camp.LENGTH / 2, camp.WIDTH / 2 }, edge = "contain",
  },

  settings = { drover.slider("sleep", 30, { min = 5, max = 120, title = "how long the bear sleeps (s)" }) },

  monitors = {
    behind_fire = does "get_behind_fire",
    running = does "run_away",
    fire = function(world) return world.memory.wood end,
    warmth = mean "warmth",
    thirst = mean "thirst",
  },
  plots = {
    { title = "from the bear", "behind_fire", "running", unit = "campers" },
    { title = "campers", "warmth", "thirst" },
  },

  setup = function(world)
    camp.build(world)
    for number = 1, COUNT do
      local x, y = 2 * number - 7 + world:random(), 1 + 2 * world:random()
      world:spawn(camper, {
        x = x, y = y, warmth = world:random(30, 60) / 100, thirst = world:random(0, 60) / 100,
        fire = camp.spot("fire", number, COUNT), trees = camp.spot("trees", number, COUNT),
        lake = camp.spot("lake", number, COUNT),
      })
    end
    world:spawn(bear, { x = camp.DEN.x, y = camp.DEN.y })
  end,

  update = camp.burn,

  draw = function(world, draw)
    camp.draw(world, draw)
    local x = -25
    for _, goal in ipairs { "warm", "tea", "ready", "safe" } do
      draw.text("wants: " .. goal, x, camp.WIDTH / 2 + 1, { color = camp.COLORS[goal], size = 16 })
      x = x + 7
    end
    for each in world:agents("bear") do
      draw.text("bear", each.x + 1.5, each.y, { color = "white", size = 16 })
    end
  end,
}
