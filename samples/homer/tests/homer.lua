-- Barely aware of anything, he passes the bench without noticing who sits there; fully aware, he notices. Either way
-- she meets him, and both are home within two and a half minutes. On his own, he walks more slowly than she does, and
-- less evenly. No two bodies touch, and nobody reaches into a house.

local RADIUS = 0.25                                             -- m
local HOUSES = { { 15, 17.5, 28, 19 }, { 39, 14, 2, 28 } }      -- x, y, width, depth, as main.lua has them
local OWN_WAY = { homer = "going_home", partner = "going_to_bar" }
local SLACK = 0.001                                             -- m
local EVERY = 6                                                 -- ticks between looks

local function to_house(x, y)
  local nearest = math.huge
  for _, house in ipairs(HOUSES) do
    local aside = math.max(math.abs(x - house[1]) - house[3] / 2, 0)
    local ahead = math.max(math.abs(y - house[2]) - house[4] / 2, 0)
    nearest = math.min(nearest, math.sqrt(aside ^ 2 + ahead ^ 2))
  end
  return nearest
end

--- The speeds of each while walking alone: mean, and deviation over mean.
local function evening(world)
  local speeds = { homer = {}, partner = {} }
  world:step(9000, function()
    if world.tick % EVERY > 0 then return end
    local places = {}
    for agent in world:agents() do
      local place, kind = agent.position, agent.kind
      assert(to_house(place.x, place.y) >= RADIUS - SLACK, "somebody is in a house")
      for _, other in ipairs(places) do assert((place - other):length() >= 2 * RADIUS - SLACK, "two bodies touch") end
      places[#places + 1] = place
      if speeds[kind] and OWN_WAY[kind] == agent.state then table.insert(speeds[kind], agent.speed) end
    end
  end)
  return speeds
end

local function mean_and_deviation(values)
  local sum, squares = 0, 0
  for _, value in ipairs(values) do sum, squares = sum + value, squares + value ^ 2 end
  local mean = sum / #values
  return mean, math.sqrt(squares / #values - mean ^ 2) / mean
end

local function check_end(t, world, noticed)
  t:equal(world:monitor("met"), 1, "met")
  t:equal(world:monitor("at_home"), 2, "at home")
  t:equal(world:monitor("noticed"), noticed, "noticed")
end

return {
  ["barely aware, he passes by, slowly and unevenly"] = function(t)
    t:seeds(8, function()
      local world = t:world { settings = { aware = 0.1 } }
      local speeds = evening(world)
      check_end(t, world, 0)
      local his, his_deviation = mean_and_deviation(speeds.homer)
      local hers, her_deviation = mean_and_deviation(speeds.partner)
      assert(his < hers, "he is the faster one")
      assert(his_deviation > her_deviation, "he walks evenly")
    end)
  end,

  ["fully aware, he notices"] = function(t)
    t:seeds(8, function()
      local world = t:world { settings = { aware = 1 } }
      evening(world)
      check_end(t, world, 1)
    end)
  end,
}
