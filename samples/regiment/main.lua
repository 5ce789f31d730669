-- A regiment marches around a field in formation. Its commander is one of the soldiers; a sniper has an eye on him.

local drover = require "drover"
local formation = require "formation"

local LENGTH, WIDTH = 56, 32 -- meters: the field's sides between which the route runs
local CORNER = 10 -- the radius of its corners
local BULLETS = 10

-- They lie next to the route: the commander passes them, the wings of his formation do not.
local ROCKS = {
  { -6, -12, 1.2 }, { 8, -19.5, 1 }, { 31, 2, 1 }, { 2, 12.5, 1.3 }, { -12, 19.5, 0.9 }, { -30.5, -2, 1.1 },
}

-- A rectangle with round corners, counterclockwise from the middle of the south side.
local function route()
  local points = { { 0, -WIDTH / 2 } }
  for corner = 0, 3 do
    local sx, sy = ({ 1, 1, -1, -1 })[corner + 1], ({ -1, 1, 1, -1 })[corner + 1]
    for step = 0, 8 do
      local angle = math.pi / 2 * (corner - 1 + step / 8)
      points[#points + 1] = {
        sx * (LENGTH / 2 - CORNER) + CORNER * math.cos(angle),
        sy * (WIDTH / 2 - CORNER) + CORNER * math.sin(angle),
      }
    end
  end
  return { points = points, radius = 0.1, closed = true }
end

-- The commander falls. That is all that happens here: the slot "group.leader" reads nil, the group elects another, the
-- guard when.leads() makes him command, and he has them close ranks.
local function shoot(world)
  local commander = world.memory.regiment.leader
  if commander then commander:remove() end
end

return drover.scenario {
  name = "regiment",
  title = "Regiment",
  kinds = { require "soldier" },
  bounds = { min = { -40, -26 }, max = { 40, 26 }, edge = "contain" },

  settings = {
    drover.slider("soldiers", 25, { min = 2, max = 120, step = 1, restart = true }),
    drover.choice("formation", "column", { "column", "line", "wedge" }),
    drover.slider("spacing", 2, { min = 1, max = 4, title = "spacing (m)" }),
    drover.slider("sniper", 20, { min = 0, max = 60, title = "seconds between shots, 0: none" }),
  },

  monitors = {
    formation_error = function(world) return formation.error_of_all(world.memory.regiment) end,
    commanders = function(world) return world:count("soldier", { state = "commanding" }) end,
    soldiers = function(world) return world:count("soldier") end,
    pace = function(world)
      local commander = world.memory.regiment.leader
      return commander and commander.speed or 0
    end,
  },

  setup = function(world, settings)
    for _, rock in ipairs(ROCKS) do
      world:obstacle { sphere = { x = rock[1], y = rock[2], radius = rock[3] }, color = "#8a8478" }
    end
    local regiment, path = world:new_group("regiment"), world:path(route())
    world.memory.regiment, world.memory.bullets, world.memory.next_shot = regiment, BULLETS, settings.sniper
    -- In the camp, in no order: the first in front of the others.
    for i = 1, settings.soldiers do
      world:spawn("soldier", {
        x = i == 1 and -8 or -10 - 1.2 * (i // 6) - 0.4 * world:random(),
        y = -WIDTH / 2 + (i == 1 and 0 or (i % 6 - 2.5) * 1.2 + 0.4 * world:random()),
        heading = i == 1 and 0 or 2 * math.pi * world:random(),
        group = regiment, route = path,
      })
    end
  end,

  update = function(world)
    local memory, every = world.memory, world.settings.sniper
    if every == 0 or memory.bullets == 0 or world.time < memory.next_shot then return end
    memory.bullets, memory.next_shot = memory.bullets - 1, world.time + every
    shoot(world)
  end,

  setting = function(world, name, value)
    if name == "sniper" then world.memory.next_shot = world.time + value end
    if name == "formation" or name == "spacing" then formation.form_up(world.memory.regiment) end
  end,

  -- You are a sniper, too: click a soldier and he falls; the key k is for the commander.
  mousepressed = function(_, _, _, _, soldier)
    if soldier then soldier:remove() end
  end,
  keypressed = function(world, key)
    if key == "k" then shoot(world) end
  end,
}
