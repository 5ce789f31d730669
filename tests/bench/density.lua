-- How large a world has to be so that each agent has 20 others within 9 m, however many there are.
local density = {}

local REACH, WITHIN = 9, 21 -- metres; agents, with the one in the middle

function density.side_of_square(agents)
  return math.sqrt(agents / WITHIN * math.pi) * REACH
end

function density.side_of_cube(agents)
  return math.pow(agents / WITHIN * 4 / 3 * math.pi, 1 / 3) * REACH
end

return density
