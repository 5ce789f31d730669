-- The street: two rows of houses, pubs and benches on both sides, and trees in between. Nothing here moves.

local street = { LENGTH = 64, WIDTH = 24 } -- meters

local FRONT = 7 -- meters from the middle of the street to the houses

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
  for _, side in ipairs { -1, 1 } do
    world:obstacle { box = { x = 0, y = side * (FRONT + 2), w = 60, d = 4 }, color = "#6d5f52" }
  end
  for x = -24, 24, 8 do world:obstacle { sphere = { x = x, y = 0, radius = 0.5 }, color = "#2f5a32" } end
  for _, bench in ipairs(street.BENCHES) do
    local side = bench.y < 0 and -1 or 1
    world:obstacle { box = { x = bench.x, y = bench.y + side * 0.9, w = 2, d = 0.5 }, color = "tan" }
  end
end

function street.draw(draw)
  for _, pub in ipairs(street.PUBS) do
    local x, y = pub.place.x, pub.place.y
    draw.text(pub.name, x - 2.5, y + (y < 0 and -2.5 or 2.5), { color = "gold", size = 16 })
    draw.circle(x, y, 0.9, { color = "gold" })
  end
end

return street
