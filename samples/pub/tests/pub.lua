-- In ten minutes, people drink, rest on benches, and go home to sleep. Nobody is inside a house, a tree, or a bench, no
-- two touch, and nobody stands still for more than 30 s: a glass, a rest, and a night take 26. Where drinks are
-- harmless, people in a hurry walk faster than others, and people with a load more slowly.

local street = require "street"

local RADIUS, DEEP = 0.25, 0.05 -- m, of a body, and into things in the street
local FAR = 0.7                 -- m: who has moved farther isn't standing still
local EVERY = 5                 -- ticks between looks

-- The things in the street, which is built in a world that only records them.
local boxes, spheres = {}, {}
street.build {
  memory = {},
  obstacle = function(_, def)
    if def.box then boxes[#boxes + 1] = def.box else spheres[#spheres + 1] = assert(def.sphere) end
  end,
}

--- How far a body reaches into the nearest of them; below zero into none.
local function depth(x, y)
  local nearest = math.huge
  for _, box in ipairs(boxes) do
    local aside, ahead = math.abs(x - box.x) - box.w / 2, math.abs(y - box.y) - box.d / 2
    local outside = math.sqrt(math.max(aside, 0) ^ 2 + math.max(ahead, 0) ^ 2)
    nearest = math.min(nearest, outside + math.min(math.max(aside, ahead), 0))
  end
  for _, sphere in ipairs(spheres) do
    nearest = math.min(nearest, math.sqrt((x - sphere.x) ^ 2 + (y - sphere.y) ^ 2) - sphere.radius)
  end
  return RADIUS - nearest
end

local function check_places(world, stands)
  local now, places = world.time, {}
  for guest in world:agents("guest") do
    local x, y, id = guest.x, guest.y, guest.id
    assert(depth(x, y) <= DEEP, "somebody is in a house, a tree or a bench")
    for _, other in ipairs(places) do
      assert((x - other[1]) ^ 2 + (y - other[2]) ^ 2 >= (2 * RADIUS) ^ 2, "two touch")
    end
    places[#places + 1] = { x, y }
    local stand = stands[id]
    if not stand or (x - stand[1]) ^ 2 + (y - stand[2]) ^ 2 > FAR ^ 2 then
      stand = { x, y, now }
      stands[id] = stand
    end
    assert(now - stand[3] <= 30, "somebody is stuck")
  end
end

return {
  ["people drink, rest, and sleep, and walk into nothing"] = function(t)
    t:seeds(5, function()
      local world, stands = t:world(), {}
      local drunk, asleep, resting = 0, 0, 0
      world:step(36000, function()
        if world.tick % EVERY > 0 then return end
        drunk, asleep = drunk + world:monitor("drunk"), asleep + world:monitor("asleep")
        resting = resting + world:monitor("resting")
        check_places(world, stands)
      end)
      assert(drunk > 0 and asleep > 0 and resting > 0, "people have to drink, to rest and to sleep")
    end)
  end,

  ["people in a hurry walk faster, and people with a load more slowly"] = function(t)
    t:seeds(5, function()
      local world, sums, counts = t:world { settings = { strength = 0 } }, {}, {}
      world:step(18000, function()
        if world.tick % 6 > 0 then return end
        for agent in world:agents() do
          local speed, who = agent.speed, agent.id % 3 -- plain, rushed and laden take turns by id
          if speed > 0.3 then sums[who], counts[who] = (sums[who] or 0) + speed, (counts[who] or 0) + 1 end
        end
      end)
      local laden, plain, rushed = sums[0] / counts[0], sums[1] / counts[1], sums[2] / counts[2]
      assert(rushed > plain and plain > laden, "who they are does not show")
    end)
  end,
}
