-- Flow through doors: four crowds of 120 each go through a door of its own width, in a wall 0.4 m thick. The crowds lie
-- above each other, too far apart to notice.

local drover = require "drover"
local pedestrian = require "pedestrian"

local WIDTHS = { 0.9, 1.0, 1.2, 1.6 }
local THICKNESS, APART, COUNT = 0.4, 14, 120

local function middle(room) return (room - 0.5) * APART end

local doorways = {} -- a little beyond the wall
for room, width in ipairs(WIDTHS) do
  local x, y = THICKNESS / 2 + 0.1, middle(room)
  doorways[room] = { { x, y - width / 2 }, { x, y + width / 2 } }
end

local person = drover.kind("person", {
  body = pedestrian.body,
  slots = { goal = "point" },
  memory = { room = 0 },
  steer = pedestrian.walk { target = "goal" },
  step = function(self)
    if self.x < THICKNESS / 2 then
      self:set("goal", pedestrian.place_in(doorways[self.room], self.x, self.y, self.radius))
    else
      self:set("goal", self.x + 5, self.y)
    end
    if self.x > 8 then self:remove() end
  end,
})

-- through_1 … through_4: who is past the middle of the wall; `inside` of the wall nobody is.
local monitors = {
  inside = function(world)
    local count = 0
    for each in world:agents("person") do
      local aside = math.abs(each.y - middle(each.room))
      if math.abs(each.x) < THICKNESS / 2 and aside > WIDTHS[each.room] / 2 then count = count + 1 end
    end
    return count
  end,
}
for room in ipairs(WIDTHS) do
  monitors["through_" .. room] = function(world)
    local waiting = 0
    for each in world:agents("person") do
      if each.room == room and each.x < 0 then waiting = waiting + 1 end
    end
    return COUNT - waiting
  end
end

return drover.scenario {
  kinds = { person },
  tick_rate = 20,
  bounds = { min = { -14, 0 }, max = { 11, APART * #WIDTHS } },
  monitors = monitors,
  setup = function(world)
    for room, width in ipairs(WIDTHS) do
      local length = (APART - 2 - width) / 2
      for _, side in ipairs { -1, 1 } do
        local y = middle(room) + side * (width + length) / 2
        world:obstacle { box = { x = 0, y = y, w = THICKNESS, d = length } }
      end
      for i = 0, COUNT - 1 do
        world:spawn("person", {
          x = -1.5 - 0.62 * (i // 12) - 0.1 * world:random(),
          y = middle(room) + 0.62 * (i % 12 - 5.5) + 0.1 * world:random(),
          room = room,
        })
      end
    end
  end,
}
