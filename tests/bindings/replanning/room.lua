-- A room about (8, 0) that is open toward the start, and a goal behind it. Who has nothing to learn
-- walks 20 m straight, or around the room.

local walker = require "walker"

local function build(world)
  world:obstacle { wall = { from = { 12, -6 }, to = { 12, 6 } } }
  world:obstacle { wall = { from = { 4, 6 }, to = { 12, 6 } } }
  world:obstacle { wall = { from = { 4, -6 }, to = { 12, -6 } } }
  local a = world:spawn("walker", { goal = { 20, 0 } })
  walker.replan(a)
  return a
end

local function arrive(world)
  for a in world:agents() do
    if a:distance(20, 0) < 0.5 then
      print("there", a.plans, #a.known, a.walked > 30, a.deepest > 8)
      a:remove()
    end
  end
end

local bounds = { min = { -5, -15 }, max = { 25, 15 }, edge = "contain" }

return { build = build, arrive = arrive, bounds = bounds }
