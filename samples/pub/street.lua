-- The street: two rows of houses, pubs and benches on both sides, and trees in between. Nothing here moves.

local ROOFS = { "#80604f", "#6f5a50", "#8a6a52" }

local street = { LENGTH = 64, WIDTH = 24 } -- meters

local FRONT = 7 -- meters from the middle of the street to the houses
local HOUSES, HOUSE, DEEP = 12, 5, 4 -- in each row; meters wide and deep

local function before(x, side) return { x = x, y = side * (FRONT - 0.9) } end

street.PUBS = {
  { name = "The Crown", place = before(-24, 1) }, { name = "The Anchor", place = before(-8, -1) },
  { name = "The Plough", place = before(8, 1) }, { name = "The Swan", place = before(24, -1) },
}

street.BENCHES = { { x = -15, y = 3 }, { x = 0, y = -3 }, { x = 15, y = 3 } }

-- The door of one of `count` people.
function street.home(world, i, count)
  return before(-28 + 56 * (i - 0.5) / count, world:random(2) == 1 and 1 or -1)
end

function street.build(world)
  local memory = world.memory
  memory.rows, memory.trees = {}, {}
  for i, side in ipairs { -1, 1 } do
    local box = { x = 0, y = side * (FRONT + DEEP / 2), w = HOUSES * HOUSE, d = DEEP }
    memory.rows[i] = world:obstacle { box = box, color = "#6d5f52" }
  end
  for x = -24, 24, 8 do
    local sphere = { x = x, y = 0, radius = 0.5 }
    memory.trees[#memory.trees + 1] = world:obstacle { sphere = sphere, color = "#2f5a32" }
  end
  for _, bench in ipairs(street.BENCHES) do
    local side = bench.y < 0 and -1 or 1
    world:obstacle { box = { x = bench.x, y = bench.y + side * 0.9, w = 2, d = 0.5 }, color = "tan" }
  end
end

-- The houses of a row, of three colors, wherever the row has been moved.
local function draw_row(draw, row)
  for i = 1, HOUSES do
    local along = HOUSE * (i - (HOUSES + 1) / 2)
    local x, y = row.x + along * math.cos(row.heading), row.y + along * math.sin(row.heading)
    local style = { width = DEEP, color = ROOFS[i % #ROOFS + 1], layer = "below" }
    draw.shape("house", x, y, HOUSE, row.heading, style)
  end
end

function street.draw(world, draw)
  for _, row in ipairs(world.memory.rows) do
    if row.alive then draw_row(draw, row) end
  end
  for i, tree in ipairs(world.memory.trees) do
    if tree.alive then draw.shape("tree", tree.x, tree.y, 4 * tree.radius, i, { color = "#2f5a32" }) end
  end
  for _, pub in ipairs(street.PUBS) do
    local x, y = pub.place.x, pub.place.y
    draw.text(pub.name, x + 1.4, y, { color = "gold", size = 20 })
    draw.circle(x, y, 0.9, { color = "gold", width = 2, layer = "below" })
  end
end

return street
