-- How deep the people of a world overlap: the largest part of the sum of two radii.
return function(world)
  local deepest = 0
  for each in world:agents("person") do
    for other in each:neighbors("person", 2 * each.radius) do
      deepest = math.max(deepest, 1 - each:distance(other) / (each.radius + other.radius))
    end
  end
  return deepest
end
