-- A forest fire. A burning tree leaves heat on the ground, heat spreads and fades, and a tree catches fire where it is
-- hot. Nothing says which tree sets which other on fire: trees only read the field.

local drover = require "drover"
local when = drover.when

drover.field("heat", { diffusion = 1, evaporation = 0.5, color = "orange" })

local function paint(color)
  return function(self) self.color = color end
end

local tree = drover.kind("tree", {
  body = { locomotion = "fixed", radius = 0.4 },
  look = { shape = "tree", color = "lightgreen", size = 1.2 },
  initial = "green",
  states = {
    green = { color = "lightgreen", on = { { when.field("heat", { above = drover.setting "kindling" }), "burning" } } },
    burning = { color = "red", leaves = { heat = 3 }, enter = paint "crimson", on = { { when.after(6), "ash" } } },
    ash = { color = "black", enter = paint "#303030" },
  },
})

local function count(state)
  return function(world) return world:count("tree", { state = state }) end
end

return drover.scenario {
  name = "fire",
  title = "Forest fire",
  kinds = { tree },
  bounds = { min = { 0, 0 }, max = { 60, 40 } },

  settings = {
    drover.slider("trees", 900, { min = 100, max = 1500, step = 50, restart = true }),
    drover.slider("kindling", 0.2, { min = 0.05, max = 1, title = "heat that sets a tree on fire" }),
  },
  monitors = { green = count "green", burning = count "burning", ash = count "ash" },
  plots = { { title = "forest", "green", "burning", "ash", unit = "trees" } },

  -- The fire comes in from the left.
  setup = function(world, settings)
    world:scatter("tree", settings.trees)
    for y = 0.5, 39.5 do world:field("heat"):set(0.5, y, 1) end
  end,

  -- Lightning, where the mouse is clicked.
  mousepressed = function(world, x, y) world:field("heat"):add(x, y, 10, 2) end,
}
