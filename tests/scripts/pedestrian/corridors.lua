-- Corridors 20 m long whose ends are one, above each other, too far apart to notice. Each has people of the kind
-- "person", whose memory names their corridor and their way along it: 1 or −1.
local corridors = { LENGTH = 20 }
local LENGTH = corridors.LENGTH

---The y of the middle of a corridor; `apart` is from one middle to the next.
function corridors.middle(corridor, apart) return (corridor - 0.5) * apart end

---Whether nobody was placed within `distance` of a point.
function corridors.is_free(placed, x, y, distance)
  for _, other in ipairs(placed) do
    local dx, dy = math.abs(x - other[1]), y - other[2]
    dx = math.min(dx, LENGTH - dx)
    if dx * dx + dy * dy < distance * distance then return false end
  end
  return true
end

---Build so many corridors, each between two walls.
function corridors.build(world, count, width, apart)
  for corridor = 1, count do
    -- The walls reach past the seam, so that there is one on both sides of it.
    for _, side in ipairs { -1, 1 } do
      local y = corridors.middle(corridor, apart) + side * width / 2
      world:obstacle { wall = { from = { -10, y }, to = { LENGTH + 10, y } } }
    end
  end
end

---speed_1, speed_2 …: the mean speed in each corridor, along each person's own way. `outside` of theirs nobody is.
function corridors.monitors(count, width, apart)
  local monitors = {
    outside = function(world)
      local outside = 0
      for each in world:agents("person") do
        local aside = math.abs(each.y - corridors.middle(each.corridor, apart))
        if aside > width / 2 then outside = outside + 1 end
      end
      return outside
    end,
  }
  for corridor = 1, count do
    monitors["speed_" .. corridor] = function(world)
      local sum, people = 0, 0
      for each in world:agents("person") do
        if each.corridor == corridor then sum, people = sum + each.vx * each.way, people + 1 end
      end
      return sum / people
    end
  end
  return monitors
end

return corridors
