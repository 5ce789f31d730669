-- A new kind. Hunters walk toward the herd in the open season, and caribou that see one run from it as from a wolf.
-- The tool (key g) puts a hunter where you click.

local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

local SHOT, NOTICED = 25, 20 -- meters
local RELOAD = 10 -- seconds

-- Guards read settings in C, so the season ends for everyone at once.
local in_season = when.setting("season", "open")

local hunter = drover.kind("hunter", {
  body = { mass = 80, radius = 0.4, max_speed = 2, max_force = 300, solid = "agents" },
  sight = { range = 80, angle = math.rad(200), occluded = true },
  look = { shape = "person", color = "orange", size = 1.8 },
  slots = { game = "agent" },
  memory = { bag = 0 },
  initial = "waiting",
  states = {
    waiting = {
      speed = 0,
      on = { { in_season & when.after(RELOAD) & when.sees("caribou", { as = "game" }), "stalking" } },
    },
    stalking = {
      speed = 1.4,
      steer = blend.priority {
        steer.obstacle_avoidance { horizon = 2 },
        steer.containment { horizon = 1 },
        steer.pursuit { target = "game" },
      },
      on = {
        { ~in_season, "waiting" },
        { when.near("game", SHOT), function(self)
          if not self.game then return "waiting" end -- another hunter was quicker
          self.bag = self.bag + 1
          self.game:remove()
          self:emit("alarm", 60, self)
          return "waiting"
        end },
        { when.loses("game", 5), "waiting" },
      },
    },
  },
})

drover.extend("caribou", function(def)
  local sees_hunter = when.sees("hunter", { within = NOTICED, as = "threat" })
  def:before("states.grazing.on", { sees_hunter, "startled" })
  def:before("states.catching_up.on", { sees_hunter, "startled" })
end)

return drover.mod {
  kinds = { hunter },
  settings = {
    drover.choice("season", "open", { "open", "closed" }),
    drover.slider("hunters", 4, { min = 0, max = 40, step = 1, restart = true }),
  },
  monitors = {
    bag = function(world)
      local bag = 0
      for person in world:agents("hunter") do bag = bag + person.bag end
      return bag
    end,
  },
  tools = {
    hunter = {
      title = "place a hunter",
      key = "g",
      mousepressed = function(world, x, y) world:spawn("hunter", { x = x, y = y }) end,
    },
  },
  setup = function(world, settings)
    for i = 1, settings.hunters do
      world:spawn("hunter", { x = 20 + 60 * i / settings.hunters, y = 8, heading = math.pi / 2 })
    end
  end,
}
