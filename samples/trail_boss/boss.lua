-- The trail boss: action selection. Twice a second, he looks at the world, compares it with how it should be, and gives
-- an order. He moves no cows and steers nobody.

local drover = require "drover"
local herd_of = require "herd"
local mounts = require "mounts"
local steer, when = drover.steer, drover.when

local RIDERS = { "cowboy", "motorcyclist", "muleteer" }
local ASTRAY = 26 -- meters from the middle of the herd

-- Where the herd is: the center of the cows that haven't strayed.
local function count_heads(world, herd)
  local x, y, count = 0, 0, 0
  for cow in world:agents("cow", { state = "grazing" }) do x, y, count = x + cow.x, y + cow.y, count + 1 end
  if count > 0 then herd.center = { x / count, y / count } end
end

local function is_being_fetched(world, cow)
  for cowboy in world:agents(RIDERS) do
    if cowboy.stray == cow then return true end
  end
  return false
end

local function nearest_free(world, cow)
  local best, least
  for cowboy in world:agents(RIDERS) do
    local distance = cowboy:distance(cow)
    if cowboy.state == "waiting" and (not best or distance < least) then best, least = cowboy, distance end
  end
  return best
end

-- He can only send for a cow he sees: a stray behind a rock is lost until it comes out. The order is an event that only
-- its cowboy is close enough to hear. One at a time; he will look again soon.
local function look_around(self)
  local world, herd = self.world, self.herd
  if not herd then return end
  count_heads(world, herd)
  for cow in self:seen("cow", 90) do
    if cow:distance(herd.center) > ASTRAY and cow.state == "astray" and not is_being_fetched(world, cow) then
      local cowboy = nearest_free(world, cow)
      if not cowboy then return end
      world:emit("fetch", { at = cowboy, radius = 1, about = cow })
      return "ordering"
    end
  end
end

return drover.kind("boss", {
  body = { mass = 550, radius = 1, max_speed = 3, max_force = 2500, solid = "agents" },
  sight = { range = 90, occluded = true },
  look = { shape = mounts.horse, color = "gold", size = 4.4 },
  slots = { herd = "group", hill = "point" },
  steer = steer.arrival { target = "hill" },

  -- Another boss watches the same herd, from where it is placed.
  init = function(self)
    self.hill = self.hill or self.position
    self.herd = self.herd or herd_of(self.world)
  end,

  initial = "watching",
  states = {
    watching = { on = { { when.every(0.5), look_around } } },
    ordering = { on = { { when.after(1), "watching" } } },
  },
})
