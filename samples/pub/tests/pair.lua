-- A sober one and a drunk walk thirty meters: both arrive within two minutes, the drunk's way is longer, and his
-- heading varies more.

local THERE = 14 -- m along x: within a meter of the goal
local EVERY = 6  -- ticks between looks

local function new_walk() return { way = 0, count = 0, sum = 0, squares = 0 } end

local function follow(walk, x, y)
  if walk.x and not walk.is_there then
    local dx, dy = x - walk.x, y - walk.y
    local step = math.sqrt(dx * dx + dy * dy)
    walk.way = walk.way + step
    if step > 0.01 then
      local angle = math.atan(dy, dx)
      walk.count, walk.sum, walk.squares = walk.count + 1, walk.sum + angle, walk.squares + angle ^ 2
    end
  end
  walk.is_there = walk.is_there or x > THERE
  walk.x, walk.y = x, y
end

local function variance(walk) return walk.squares / walk.count - (walk.sum / walk.count) ^ 2 end

return {
  ["the drunk arrives, too, by a longer and less steady way"] = function(t)
    t:seeds(20, function()
      local world, sober, drunk = t:world { scenario = "pair.lua" }, new_walk(), new_walk()
      world:step(7200, function()
        if world.tick % EVERY > 0 then return end
        for agent in world:agents() do follow(agent.id == 1 and sober or drunk, agent.x, agent.y) end
      end)
      assert(sober.is_there and drunk.is_there, "somebody does not arrive")
      assert(drunk.way > sober.way and variance(drunk) > variance(sober), "the drunk walks as straight as the other")
    end)
  end,
}
