-- A car: it follows its path at constant speed and brakes for nobody. Its body shoves aside what is in its way.

local drover = require "drover"
local road = require "road"

local LENGTH, WIDTH = 4.2, 1.8 -- meters

local CHICKENS = { "hen", "thinker" }

local function hit_chickens(self)
  for other in self:neighbors(CHICKENS, LENGTH) do
    local ahead, aside = self:to_local(other)
    local is_struck = math.abs(ahead) < LENGTH / 2 + other.radius and math.abs(aside) < WIDTH / 2 + other.radius
    if is_struck and other.state ~= "hit" then
      other:become "hit"
      local hits = self.world.memory.hits
      hits[other.kind] = hits[other.kind] + 1
    end
  end
end

return drover.kind("car", {
  body = {
    mass = 1200, radius = 1, max_speed = 9, max_force = 6000, max_brake = 9600, solid = "agents",
    locomotion = "wheeled", wheelbase = 2.6, max_steering_angle = 0.6,
  },
  look = { shape = "car", size = LENGTH, color = "skyblue" },
  slots = { way = "path" },
  steer = drover.steer.path_following { path = "way", projection = 5, regulation = 0.3 },
  step = function(self)
    hit_chickens(self)
    if self.x > road.EAST then self:remove() end
  end,
})
