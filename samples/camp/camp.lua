-- The camp: a fire with a kettle, trees to the west, a lake to the east, and the bear's den in the north. What the fire
-- and the kettle hold is in world.memory, where every camper sees it.

local drover = require "drover"
local vec = drover.vec

local camp = { LENGTH = 52, WIDTH = 30 } -- meters
camp.FIRE, camp.DEN = vec(0, -2), vec(4, 13.5)

camp.COLORS = { warm = "orange", tea = "skyblue", ready = "ivory", safe = "tomato" } -- of the campers' goals

local TREES = {
  { -22, 6 }, { -19, 9 }, { -23, 1 }, { -16, 6.5 }, { -20, 3.5 }, { -24, -5 }, { -20.5, -2 }, { -22, -9.5 },
  { -17, -11.5 }, { -24, 11 }, { -13, 11.5 }, { -7, 12.5 }, { 15, 12.5 }, { 21, 11 }, { 24, 7 }, { -10, -13 },
}
local LAKE = { { 14, -9 }, { 18, -12 }, { 24, -11 }, { 24.5, -3 }, { 22, 3 }, { 17, 2.5 }, { 15.5, -2 } }
local TENTS = { { -7, 4.5, 0.4 }, { 0, 6, 0 }, { 7, 4.5, -0.4 } } -- x, y, and heading

-- Where the campers stand at each place, each at a spot of its own.
local ROUND_THE_FIRE, APART = 2.6, 1.3 -- meters
function camp.spot(place, number, count)
  if place == "fire" then
    local angle = 2 * math.pi * number / count
    return camp.FIRE + vec(ROUND_THE_FIRE * math.cos(angle), ROUND_THE_FIRE * math.sin(angle))
  end
  local along = (number - (count + 1) / 2) * APART
  if place == "trees" then return vec(-17.5, along - 2) end
  return vec(13.2 - 0.1 * along, along - 4)
end

camp.LOG, camp.MOST = 12, 60 -- seconds that a log burns, and the most that the fire holds
camp.ENOUGH = 20             -- seconds of fire that make campers feel at ease
camp.CUPS = 4                -- of tea that a bucket of water makes
camp.WARMTH = 7              -- meters from the fire

function camp.burns(world) return world.memory.wood > 0 end

function camp.is_warm(self)
  return camp.burns(self.world) and self:distance(camp.FIRE) < camp.WARMTH
end

function camp.build(world)
  world.memory.wood, world.memory.cups, world.memory.trees = 0, 0, {}
  for i, tree in ipairs(TREES) do
    world.memory.trees[i] = world:obstacle {
      cylinder = { x = tree[1], y = tree[2], radius = 0.6, height = 5 }, color = "#2f5a32",
    }
  end
  world:obstacle { polygon = LAKE, blocks = { sight = false }, color = "#3f7fae" }
  local hearth = { x = camp.FIRE.x, y = camp.FIRE.y, radius = 0.7, height = 1 }
  world:obstacle { cylinder = hearth, blocks = { sight = false } }
end

function camp.burn(world, dt) world.memory.wood = math.max(0, world.memory.wood - dt) end

local function draw_fire(world, draw)
  local x, y = camp.FIRE.x, camp.FIRE.y
  if camp.burns(world) then
    local glow = 0.4 + 0.6 * math.min(1, world.memory.wood / camp.ENOUGH)
    draw.circle(x, y, camp.WARMTH * glow, { color = "#ff9a2e26", fill = true, layer = "below" })
    draw.circle(x, y, 1.5 * glow, { color = "#ff7a1e", fill = true })
    draw.circle(x, y, 0.8 * glow, { color = "#ffe27a", fill = true })
  else
    draw.circle(x, y, 0.7, { color = "#3a3430", fill = true })
  end
end

function camp.draw(world, draw)
  for i, tree in ipairs(world.memory.trees) do
    if tree.alive then draw.shape("tree", tree.x, tree.y, 4.4, i, { color = "#2f5a32" }) end
  end
  for _, tent in ipairs(TENTS) do
    draw.shape("house", tent[1], tent[2], 3.4, tent[3], { color = "#b08a5a", width = 2.6, layer = "below" })
  end
  draw_fire(world, draw)
  draw.text("trees", -24.5, 13.6, { color = "white", size = 16 })
  draw.text("lake", 19, -5, { color = "white", size = 16 })
  local memory = world.memory
  local fire = camp.burns(world) and ("fire: %.0f s"):format(memory.wood) or "the fire is out"
  draw.text(("%s, %d cups of tea"):format(fire, memory.cups), 6, camp.WIDTH / 2 + 1,
    { color = "white", size = 16 })
end

return camp
