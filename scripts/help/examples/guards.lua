local drover = require "drover"
local steer, when = drover.steer, drover.when

drover.field("smoke", {})

-- @example when, guard, event_name, field_name, state_name
local on = {
  {
    when.sees("fox", { within = 20, as = "threat", at = "last_seen" }),
    "alert",
  },
  { when.loses("threat", 3), "calm" }, -- not seen for 3 s
  { when.has("threat") & when.is("threat", "hungry"), "alert" },
  {
    when.near("fox", 2, { as = "threat" }) | when.near("threat", 5),
    "alert",
  },
  { ~when.near("den", 30) & when.far("den", 25), "calm" },
  { when.hears("bark", { as = "threat", at = "last_seen" }), "alert" },
  { when.collided("hare", { as = "friend" }), "calm" },
  { when.seen_by("fox", { as = "threat" }), "alert" },
  { when.inside("meadow"), "calm" },
  { when.field("smoke", { above = 0.2, below = 0.8 }), "alert" },
  {
    when.arrived("bed", { distance = 1, angle = 1, speed = 0.5 }), "calm",
  },
  { when.after(20), "calm" }, -- s in this state
  { when.every(5, { chance = 0.2 }), "calm" }, -- one time in five
  { when.chance(0.01), "calm" }, -- per second
  { when.stuck(3, { distance = 1 }), "calm" },
  {
    when.off_path(3, { path = "way" }) | when.blocked(0.5, {
      path = "way",
    }),
    "calm",
  },
  { when.leads() & when.setting("mist", true), "alert" },
  { when.lua(function(self) return self.x > 40 end), "calm" },
}
-- @end

local hare = drover.kind("hare", {
  slots = {
    threat = "agent", friend = "agent", last_seen = "point", den = "point", bed = "pose", meadow = "region",
    way = "path",
  },
  steer = steer.wander {},
  initial = "calm",
  states = { calm = { on = on }, alert = { on = on, speed = 1 } },
})
local fox = drover.kind("fox", {
  initial = "hungry",
  states = { hungry = { steer = steer.wander {} } },
})

return drover.scenario {
  kinds = { hare, fox },
  settings = { drover.toggle("mist", false) },
  setup = function(world)
    local way = world:path { points = { { -20, 0 }, { 20, 0 } } }
    local meadow = world:region { shape = { sphere = { x = 0, y = 0, radius = 10 } } }
    world:scatter("hare", 20, {
      den = { 0, 0 }, bed = { x = 5, y = 0, heading = 0 }, meadow = meadow, way = way,
    })
    world:scatter("fox", 5)
  end,
}
