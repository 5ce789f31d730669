-- Speed over density as Weidmann has it, and flow over the width of a door between what handbooks and experiments say.

local SEEDS = 3
local MINUTE = 60 * 20 -- ticks

local function run(t, ticks, settings)
  local world = t:world { settings = settings }
  world:step(ticks)
  return world
end

local function weidmann(density) return 1.34 * (1 - math.exp(-1.913 * (1 / density - 1 / 5.4))) end

local function flow(t, door)
  local world = run(t, 1.5 * MINUTE, { door = door })
  local people = world:monitor "flow"
  print(("%.1f m: %.2f people/s"):format(door, people))
  return people
end

return {
  ["people walk as fast as Weidmann says"] = function(t)
    t:seeds(SEEDS, function()
      for _, people in ipairs { 42, 168, 336, 504 } do
        local world = run(t, MINUTE, { wall = false, people = people })
        local density, speed = world:monitor "density", world:monitor "speed"
        local published = weidmann(density)
        print(("%.2f people/m²: %.3f m/s, Weidmann %.3f"):format(density, speed, published))
        assert(math.abs(speed / published - 1) <= 0.1, ("%.3f m/s at %.2f people/m²"):format(speed, density))
      end
    end)
  end,

  -- Seyfried et al. (2009), 60 people: 1.29 and 2.36 people per second.
  ["as many get through a door as through those of Seyfried et al."] = function(t)
    t:seeds(SEEDS, function()
      local narrow, wide = flow(t, 0.8), flow(t, 1.2)
      assert(math.abs(narrow / 1.29 - 1) <= 0.15, ("%.2f people/s through 0.8 m"):format(narrow))
      assert(math.abs(wide / 2.36 - 1) <= 0.15, ("%.2f people/s through 1.2 m"):format(wide))
    end)
  end,

  ["through a door twice as wide get twice as many"] = function(t)
    t:seeds(SEEDS, function()
      local ratio = flow(t, 2.4) / flow(t, 1.2)
      assert(ratio >= 1.8 and ratio <= 2.3, ("%.2f times as many"):format(ratio))
    end)
  end,

  ["nobody is outside the corridor, or in the wall but for the door"] = function(t)
    local world = run(t, MINUTE, { door = 0.8 })
    for _ = 1, 20 do
      world:step(10)
      for person in world:agents "person" do
        local aside = math.abs(person.y)
        assert(aside < 3, ("%s is at y = %.2f"):format(person, person.y))
        assert(person.x <= 12 or person.x >= 12.4 or aside < 0.4, ("%s is in the wall"):format(person))
      end
    end
  end,
}
