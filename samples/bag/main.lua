-- An elephant searches a hallway and its rooms for a bag: elephant.lua.

local drover = require "drover"
local building = require "building"

local bag = drover.kind("bag", {
  body = { locomotion = "fixed", radius = 0.25 },
  look = { shape = "disc", size = 1, color = "gold" },
})

-- The only agent of a kind; nil once somebody has removed it.
local function the(world, kind) return world:agents(kind)() end

-- Whether the elephant keeps searching although it sees the bag. While it turns in place, nothing interrupts it.
local function goes_past(elephant)
  if not elephant then return false end
  local is_searching = elephant.state == "search" or elephant.state == "look"
  return is_searching and not elephant.schema.turning and elephant:sees "bag" ~= nil
end

return drover.scenario {
  name = "bag",
  title = "Hallway search",
  theme = "floor",
  kinds = { require "elephant", bag },
  bounds = {
    min = { -building.HALF_LENGTH, -building.HALF_WIDTH }, max = { building.HALF_LENGTH, building.HALF_WIDTH },
    edge = "contain",
  },

  settings = {
    drover.toggle("opportunistic", true, { title = "a bag in sight interrupts the search" }),
  },

  monitors = {
    fetched = function(world) return world.memory.fetched end,
    goes_past = function(world) return goes_past(the(world, "elephant")) and 1 or 0 end,
    room = function(world)
      local elephant = the(world, "elephant")
      return elephant and elephant.number or 0
    end,
  },

  setup = function(world)
    world.memory.fetched = 0
    building.build(world)
    world:spawn("elephant", { x = building.HOME.x, y = building.HOME.y })
    local x, y = building.place(world)
    world:spawn("bag", { x = x, y = y })
  end,

  draw = function(_, draw)
    draw.circle(building.HOME.x, building.HOME.y, 0.9, { color = "white", width = 2 })
    draw.text("home", building.HOME.x - 0.9, building.HOME.y + 1.6, { color = "white", size = 18 })
  end,
}
