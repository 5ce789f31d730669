-- Twenty people go round the corner of a corridor 2 m wide (as in RiMEA's test 6). They head for the line between the
-- inner corner and the outer one, and from there for the end.

local drover = require "drover"
local pedestrian = require "pedestrian"

local CORNER = { { 10, 2 }, { 12, 0 } }
local FINISH = { { 10, 12 }, { 12, 12 } }
local COUNT = 20

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  steer = pedestrian.walk { target = "goal" },
  step = function(self)
    local is_round = self.x + self.y > 11.7
    self:set("goal", pedestrian.place_in(is_round and FINISH or CORNER, self.x, self.y, self.radius))
    if self.y > 11 then self:remove() end
  end,
})

local function is_in_corridor(x, y)
  return y > 0 and x < 12 and (y < 2 or x > 10)
end

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { -1, -1 }, max = { 13, 13 } },
  monitors = {
    outside = function(world)
      local count = 0
      for each in world:agents("person") do
        if not is_in_corridor(each.x, each.y) then count = count + 1 end
      end
      return count
    end,
    arrived = function(world) return COUNT - world:count("person") end,
  },
  setup = function(world)
    local corners = { { 0, 0 }, { 12, 0 }, { 12, 13 }, { 0, 2 }, { 10, 2 }, { 10, 13 } }
    for _, i in ipairs { 1, 2, 4, 5 } do world:obstacle { wall = { from = corners[i], to = corners[i + 1] } } end
    for i = 0, COUNT - 1 do
      world:spawn("person", { x = 0.5 + 0.6 * (i // 3) + 0.1 * world:random(), y = 0.4 + 0.6 * (i % 3) })
    end
  end,
}
