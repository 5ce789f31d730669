-- Tom (tom.lua) chases Jerry (jerry.lua) around the corners of a town.

local drover = require "drover"
local streets = require "streets"

-- The only agent of a kind; nil once somebody has removed it.
local function the(world, kind) return world:agents(kind)() end

local function is_chasing(tom) return tom and (tom.state == "chase" or tom.state == "chase_plainly") end

local function is_seen(world)
  local tom, jerry = the(world, "tom"), the(world, "jerry")
  return tom and jerry and tom:sees(jerry)
end

return drover.scenario {
  name = "chase",
  title = "A chase around corners",
  theme = "street",
  kinds = { require "tom", require "jerry" },
  bounds = { min = { -streets.HALF, -streets.HALF }, max = { streets.HALF, streets.HALF }, edge = "contain" },

  settings = {
    drover.toggle("extrapolate", true, { title = "runs on where he was heading" }),
  },

  monitors = {
    chasing = function(world) return is_chasing(the(world, "tom")) and 1 or 0 end,
    seen = function(world) return is_seen(world) and 1 or 0 end,
    caught = function(world) return world.memory.caught end,
    lost = function(world) return world.memory.lost end,
  },

  setup = function(world)
    world.memory.caught, world.memory.lost = 0, 0
    streets.build(world)
    world:spawn("tom", { x = 7, y = -6, heading = math.pi / 2 })
    world:spawn("jerry", { x = 7, y = 7, at = 11 }) -- where two streets cross
  end,

  draw = function(world, draw)
    streets.draw(world, draw)
    for kind, name in pairs { tom = "Tom", jerry = "Jerry" } do
      local who = the(world, kind)
      if who then draw.text(name, who.x + 1.2, who.y + 1, { color = who.color, size = 18 }) end
    end
  end,
}
