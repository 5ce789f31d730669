-- Layouts in which crowds get in each other's way: the kinds of cases of SteerBench (Singh, Kapadia, Faloutsos, Reinman
-- 2009), with places of our own. People are discs of 0.5 m at 1.3 m/s, as there. Each layout puts its walls and people
-- into a world; `add(x, y, goal_x, goal_y, more)` adds one who wants to go from one place to the other.

local layouts = {}

local function wall(world, x1, y1, x2, y2)
  world:obstacle { wall = { from = { x1, y1 }, to = { x2, y2 } } }
end

local function box(world, x, y, w, d) world:obstacle { box = { x = x, y = y, w = w, d = d } } end

---A hall along x, `width` wide, from -length / 2 to length / 2.
local function hall(world, length, width)
  wall(world, -length / 2, width / 2, length / 2, width / 2)
  wall(world, -length / 2, -width / 2, length / 2, -width / 2)
end

---A passage along x through a block that nobody walks around.
local function passage(world, length, width)
  for _, side in ipairs { -1, 1 } do box(world, 0, side * (width / 2 + 15), length, 30) end
end

---A wall along y at x with a door around y = 0.
local function door(world, x, width, half_length)
  wall(world, x, width / 2, x, half_length)
  wall(world, x, -half_length, x, -width / 2)
end

---A closed room of half width w and half depth d, with a door in its right wall.
local function room(world, w, d, width)
  wall(world, -w, -d, -w, d)
  wall(world, -w, d, w, d)
  wall(world, -w, -d, w, -d)
  door(world, w, width, d)
end

---Two corridors that cross.
local function cross(world, width, reach)
  for _, x in ipairs { -1, 1 } do
    for _, y in ipairs { -1, 1 } do
      wall(world, x * width / 2, y * width / 2, x * reach, y * width / 2)
      wall(world, x * width / 2, y * width / 2, x * width / 2, y * reach)
    end
  end
end

local function circle(add, count, radius)
  for i = 1, count do
    local angle = 2 * math.pi * (i - 0.5) / count
    local x, y = radius * math.cos(angle), radius * math.sin(angle)
    add(x, y, -x, -y)
  end
end

local function block(count, columns, spacing, each)
  for i = 0, count - 1 do
    each(spacing * (i % columns), spacing * (i // columns))
  end
end

local function define(name, build) layouts[#layouts + 1] = { name = name, build = build } end

define("straight on", function(_, add) add(-8, 0, 8, 0) end)
define("turn back", function(_, add) add(8, 0, -8, 1) end)
define("a box ahead", function(world, add) box(world, 0, 0, 2, 4) add(-8, 0, 8, 0) end)
define("a wall ahead", function(world, add) wall(world, 0, -8, 0, 8) add(-6, 0, 6, 0) end)
define("around curves", function(world, add)
  hall(world, 24, 6)
  wall(world, -6, -3, -6, 1) wall(world, 0, 3, 0, -1) wall(world, 6, -3, 6, 1)
  add(-11, 0, 11, 0)
end)
define("out of a trap", function(world, add)
  wall(world, 3, -4, 3, 4) wall(world, -3, 4, 3, 4) wall(world, -3, -4, 3, -4)
  add(0, 0, 8, 0)
end)
define("a maze", function(world, add)
  room(world, 8, 8, 1.5)
  wall(world, -4, -8, -4, 5) wall(world, 0, 8, 0, -5) wall(world, 4, -8, 4, 5)
  add(-6, -6, 11, 0) add(-6, -4, 11, 2)
end)
define("a narrow door askew", function(world, add) door(world, 0, 1.1, 10) add(-6, -5, 6, -5) add(-6, 5, 6, 3) end)
define("oncoming", function(_, add) add(-8, 0, 8, 0) add(8, 0, -8, 0) end)
define("oncoming, a little aside", function(_, add) add(-8, 0.3, 8, 0.3) add(8, 0, -8, 0) end)
define("oncoming around a box", function(world, add) box(world, 0, 0, 1.5, 1.5) add(-8, 0, 8, 0) add(8, 0, -8, 0) end)
define("oncoming in a hall", function(world, add) hall(world, 20, 3) add(-8, 0, 8, 0) add(8, 0, -8, 0) end)
define("oncoming in a narrow hall", function(world, add) hall(world, 20, 2.4) add(-8, 0, 8, 0) add(8, 0, -8, 0) end)
define("oncoming groups", function(_, add)
  for i = -2, 2 do add(-8, 1.2 * i, 8, 1.2 * i) add(8, 1.2 * i, -8, 1.2 * i) end
end)
define("oncoming, two against one", function(world, add)
  hall(world, 20, 4)
  add(-8, 0.7, 8, 0.7) add(-8, -0.7, 8, -0.7) add(8, 0, -8, 0)
end)
define("crossing", function(_, add) add(-8, 0, 8, 0) add(0, -8, 0, 8) end)
define("crossing at an angle", function(_, add) add(-8, 0, 8, 0) add(-6, -6, 6, 6) end)
define("crossing groups", function(_, add)
  block(6, 2, 1.3, function(x, y) add(-9 + x, y - 1.3, 8 + x, y - 1.3) add(y - 1.3, -9 + x, y - 1.3, 8 + x) end)
end)
define("crossing behind corners", function(world, add) cross(world, 3, 12) add(-8, 0, 8, 0) add(0, -8, 0, 8) end)
define("the same way", function(_, add) add(-8, 1, 8, -1) add(-8, -1, 8, 1) end)
define("a surprise", function(world, add) wall(world, -1, 0.8, -1, 6) add(-8, 0, 8, 0) add(0.5, 4, 0.5, -6) end)
define("a side door", function(world, add)
  wall(world, -10, 1.5, -0.8, 1.5) wall(world, 0.8, 1.5, 10, 1.5) wall(world, -10, -1.5, 10, -1.5)
  add(-8, 0, 8, 0) add(0, 5, -8, 0) add(8, 0.3, 0, 6)
end)
define("cutting across", function(_, add)
  for i = 0, 4 do add(-8 - 1.3 * i, 0, 8 - 1.3 * i, 0) end
  add(-3, -6, -3, 6)
end)
define("cutting across a front", function(_, add)
  for i = -2, 2 do add(-8, 1.2 * i, 8, 1.2 * i) end
  add(0, 7, 0, -7)
end)
define("overtaking", function(world, add)
  hall(world, 24, 4)
  add(-8, 0, 9, 0.5, { max_speed = 0.5 }) add(-10, 0, 9, -1)
end)
define("overtaking beside a box", function(world, add)
  hall(world, 24, 5) box(world, 0, 1.8, 2, 1)
  add(-6, 0, 9, 1, { max_speed = 0.5 }) add(-9, 0, 9, -1)
end)
define("a bottleneck", function(world, add)
  wall(world, -4, 5, 0, 0.75) wall(world, -4, -5, 0, -0.75)
  block(10, 2, 1.4, function(x, y) add(-8 + x, y - 2.8, 8 + x, y - 2.8) end)
end)
define("a door, one way", function(world, add)
  door(world, 0, 1.4, 8)
  block(6, 2, 1.3, function(x, y) add(-6 + x, y - 1.3, 5 + x, y - 1.3) end)
end)
define("a door, two ways", function(world, add)
  door(world, 0, 1.4, 8)
  for i = -1, 1, 2 do add(-5, i, 5, i) add(5, i, -5, i) end
end)
define("a door, two alike", function(world, add) door(world, 0, 1.2, 8) add(-5, 0, 5, 0) add(5, 0, -5, 0) end)
define("a passage for one", function(world, add) passage(world, 6, 1.4) add(-7, 0, 7, 0) add(7, 0, -7, 0) end)
define("a passage for one, three against two", function(world, add)
  passage(world, 5, 1.5)
  for i = -1, 1 do add(-6, 1.4 * i, 7, 1.4 * i) end
  add(6, 0.7, -7, 0.7) add(6, -0.7, -7, -0.7)
end)
define("along a wall", function(world, add) wall(world, -10, 0.7, 10, 0.7) add(-8, 0, 8, 0) add(8, 0, -8, 0) end)
define("between a wall and two", function(world, add)
  hall(world, 20, 3.6)
  add(-8, 1, 8, 1) add(8, 0.6, -8, 0.6) add(8, -0.6, -8, -0.6)
end)
define("out and apart", function(world, add)
  room(world, 4, 4, 1.5)
  for i = -2, 2 do add(-1, 1.3 * i, 9, 3 * i) end
end)
define("through traffic", function(_, add)
  for lane = 0, 3 do
    for i = 0, 3 do
      local way = lane % 2 == 0 and 1 or -1
      add(way * (-9 + 3 * i), -3 + 2 * lane, way * (9 + 3 * i), -3 + 2 * lane)
    end
  end
  add(0, -7, 0, 7)
end)
define("a hall, one way", function(world, add)
  hall(world, 30, 5)
  block(20, 5, 1.3, function(x, y) add(-12 + x, y - 1.95, 7 + x, y - 1.95) end)
end)
define("a hall, two ways", function(world, add)
  hall(world, 30, 5)
  block(8, 2, 1.2, function(x, y) add(-8 - x, y - 1.8, 8 - x, y - 1.8) add(8 + x, y - 1.8, -8 + x, y - 1.8) end)
end)
define("halls, four ways", function(world, add)
  cross(world, 5, 14)
  for i = -1, 1 do
    local at = 1.3 * i
    add(-9, at, 9, at) add(9, at, -9, at) add(at, -9, at, 9) add(at, 9, at, -9)
  end
end)
define("three meet", function(_, add) circle(add, 3, 7) end)
define("four meet", function(_, add) circle(add, 4, 7) end)
define("three meet in a hall", function(world, add)
  hall(world, 24, 4)
  add(-8, 0.8, 8, -0.8) add(-8, -0.8, 8, 0.8) add(8, 0, -8, 0)
end)
define("four meet behind corners", function(world, add)
  cross(world, 2.6, 12)
  add(-7, 0, 7, 0) add(7, 0, -7, 0) add(0, -7, 0, 7) add(0, 7, 0, -7)
end)
define("three through a gap against one", function(world, add)
  door(world, 0, 2.4, 8)
  for i = -1, 1 do add(-6, 1.2 * i, 6, 1.2 * i) end
  add(6, 0, -6, 0)
end)
define("four through a gap against four", function(world, add)
  door(world, 0, 2.4, 8)
  for i = 0, 3 do add(-6, 1.3 * i - 2, 6, 1.3 * i - 2) add(6, 1.3 * i - 2, -6, 1.3 * i - 2) end
end)
define("a circle of ten", function(_, add) circle(add, 10, 7) end)
define("a circle of twenty-four", function(_, add) circle(add, 24, 10) end)
define("a circle around a pillar", function(world, add)
  world:obstacle { cylinder = { x = 0, y = 0, radius = 1.5 } }
  circle(add, 12, 8)
end)
define("leaving a room", function(world, add)
  room(world, 6, 5, 1.6)
  block(30, 6, 1.5, function(x, y) add(-5 + x, y - 3, 12 + x, y - 3) end)
end)
define("pillars", function(world, add)
  for x = -6, 6, 3 do for y = -6, 6, 3 do world:obstacle { cylinder = { x = x, y = y, radius = 0.6 } } end end
  circle(add, 8, 10)
end)

define("a crush", function(world, add)
  room(world, 8, 7, 1.4)
  block(100, 10, 1.25, function(x, y) add(-7 + x, y - 5.6, 12 + 1.5 * x, 1.5 * (y - 5.6)) end)
end)

-- One goal for all: nobody can stay on it while others have yet to get there.

define("two head-on, one goal", function(_, add) add(-10, 0, 0, 0) add(10, 0, 0, 0) end)
define("a group, one goal", function(_, add) block(6, 3, 1.4, function(x, y) add(x - 20, y, 10, 1) end) end)
define("around one goal", function(_, add)
  for i = 1, 12 do
    local angle = 2 * math.pi * i / 12
    add(12 * math.cos(angle), 12 * math.sin(angle), 0, 0)
  end
end)
define("four groups, four goals, a pillar", function(world, add)
  world:obstacle { sphere = { x = 0, y = 0, radius = 1.2 } }
  for i = 0, 2 do
    for side = -1, 1, 2 do
      add(-10 - 1.3 * i, side * (10 + 1.3 * i), 10, -10 * side)
      add(10 + 1.3 * i, side * (10 + 1.3 * i), -10, -10 * side)
    end
  end
end)

-- One goal, a counter: the first stays there, and the others wait in line.

define("a counter", function(_, add) for i = 1, 5 do add(-3 * i, 0.3 * (i % 2), 0, 0) end end)

return layouts
