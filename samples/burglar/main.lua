-- A burglar and a police officer, as schemas and interrupts: officer.lua and burglar.lua.

local drover = require "drover"
local people = require "people"
local town = require "town"

local function set_awareness(world)
  for _, kind in ipairs { "officer", "burglar" } do
    for each in world:agents(kind) do each.aware = world.settings[kind] end
  end
end

-- The only agent of a kind; nil once somebody has removed it.
local function the(world, kind) return world:agents(kind)() end

local function sees(world)
  local officer, burglar = the(world, "officer"), the(world, "burglar")
  return officer and burglar and officer:sees(burglar)
end

-- Whether the officer could notice the burglar. While he turns in place, nothing interrupts him.
local function could_notice(world)
  local officer, burglar = the(world, "officer"), the(world, "burglar")
  if not officer or not burglar then return false end
  return not officer.quarry and not officer.schema.turning and burglar.state ~= "jailed" and sees(world)
end

return drover.scenario {
  name = "burglar",
  title = "Burglar and police officer",
  theme = "street",
  kinds = { require "officer", require "burglar" },
  bounds = {
    min = { -town.LENGTH / 2, -town.WIDTH / 2 }, max = { town.LENGTH / 2, town.WIDTH / 2 }, edge = "contain",
  },

  settings = {
    drover.slider("officer", 0.5, { min = 0, max = 1, title = "how aware the officer is" }),
    drover.slider("burglar", 0.5, { min = 0, max = 1, title = "how aware the burglar is" }),
  },

  monitors = {
    seen = function(world) return sees(world) and 1 or 0 end,
    unnoticed = function(world) return could_notice(world) and 1 or 0 end,
    corner = function(world)
      local officer = the(world, "officer")
      return officer and officer.corner or 0
    end,
    noticed = function(world) return world.memory.noticed end,
    arrests = function(world) return world.memory.arrests end,
    lost = function(world) return world.memory.lost end,
    thefts = function(world) return world.memory.thefts end,
  },

  setup = function(world)
    for _, count in ipairs { "noticed", "arrests", "lost", "thefts" } do world.memory[count] = 0 end
    town.build(world)
    world:spawn("officer", { x = town.STATION.x, y = town.STATION.y })
    world:spawn("burglar", { x = town.DEN.x, y = town.DEN.y })
    set_awareness(world)
  end,

  setting = set_awareness,

  draw = function(world, draw)
    people.draw_names(world, draw)
    town.draw(world, draw)
  end,
}
