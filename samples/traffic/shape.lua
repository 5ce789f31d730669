-- What a car is: a rectangle on four wheels.

local shape = { LENGTH = 4.2, WIDTH = 1.8 } -- meters

shape.FAST = 10 -- meters per second

-- The tightest circle is wheelbase / tan(steering angle) = 3.8 m. To the engine the body is a disc.
shape.body = {
  mass = 1200, radius = 1, max_speed = shape.FAST, max_force = 3600, max_brake = 9600,
  locomotion = "wheeled", wheelbase = 2.6, max_steering_angle = 0.6, solid = "agents",
}

-- By how much one heading is turned from another, to the left.
function shape.turned(from, to)
  return (to - from + math.pi) % (2 * math.pi) - math.pi
end

-- How far a car reaches from its center along an axis that is `angle` off its heading, and across it.
function shape.reach(angle)
  local c, s = math.abs(math.cos(angle)), math.abs(math.sin(angle))
  return (c * shape.LENGTH + s * shape.WIDTH) / 2, (s * shape.LENGTH + c * shape.WIDTH) / 2
end

-- How far apart two cars are along the axis that separates them best, which is never more than their distance; below
-- zero they overlap.
function shape.gap(a, b)
  local dx, dy = b.x - a.x, b.y - a.y
  local along, aside = shape.reach(a.heading - b.heading)
  local most = -math.huge
  for _, each in ipairs { a, b } do
    local x, y = math.cos(each.heading), math.sin(each.heading)
    most = math.max(most, math.abs(dx * x + dy * y) - along - shape.LENGTH / 2)
    most = math.max(most, math.abs(dy * x - dx * y) - aside - shape.WIDTH / 2)
  end
  return most
end

-- The gap between the two nearest of all, up to 5 m.
function shape.least_gap(world)
  local least = 5
  for each in world:agents("car") do
    for other in each:neighbors("car", 6) do
      if other.id > each.id then least = math.min(least, shape.gap(each, other)) end
    end
  end
  return least
end

return shape
