local drover = require "drover"
local steer, blend, when, stress = drover.steer, drover.blend, drover.when, drover.stress

drover.field("scent", {})

-- @example kind, body, sight, hearing, look, look_shape, slot_type, none
local fox = drover.kind("fox", {
  body = {
    mass = 8, radius = 0.4, max_speed = 9, max_force = 200, response = 0.3,
    locomotion = "point_mass",
    min_speed = 0, min_force = 0, damping = 0.1, smoothing = 0.05,
    turn_rate = math.pi,
  },
  sight = {
    range = 40, angle = math.rad(200), occluded = true, uncertainty = 2,
    drift = 0.5,
  },
  hearing = { range = 60 },
  look = { shape = "wolf", color = "tomato", size = 1.4 },
  slots = {
    prey = "agent", den = "point", bed = "pose", wind = "vector",
    pace = "number", pack = "group", rock = "obstacle",
    way = "path", stream = "flow", meadow = "region",
  },
  memory = { hunger = 0, name = drover.none, visited = {} },
  speed = "pace",
  -- amounts per second; see drover.field
  leaves = { scent = 2 },
  init = function(self)
    self.pace = 3 + 2 * self:random()
    self.bed = { x = 0, y = 0, heading = math.pi }
  end,
  -- holds in every state
  reflexes = steer.obstacle_avoidance {},
  on = {
    {
      when.near("hare", 0.8, { as = "prey" }),
      function(self) self.hunger = 0 end,
    },
  },
  step = function(self, dt) self.hunger = self.hunger + 0.1 * dt end,
  think = 6, -- ten times a second
  timers = { -- self:after(2, "yelp") calls it in 2 s
    yelp = function(self) self:emit("yelp", 30) end,
  },
  -- interrupts any state; "resume" goes back to it
  interrupts = { { when.hears("horn"), "hiding" } },
  blends = {
    lazy = steer.wander { strength = 0.1 },
    keen = steer.wander { strength = 1 },
  },
  initial = "roaming",
  states = {
    roaming = {
      steer = steer.wander {},
      enter = function(self)
        self:steer(self.hunger > 1 and "keen" or "lazy")
      end,
      on = { { when.sees("hare", { as = "prey" }), "hunting" } },
    },
    hunting = {
      steer = steer.pursuit { target = "prey" },
      on = { { when.loses("prey", 3), "roaming" } },
    },
    hiding = {
      steer = steer.arrival { target = "bed" },
      on = { { when.after(2), "resume" } },
    },
  },
  draw = function(self, draw)
    if self.prey then
      draw.line(self.x, self.y, self.prey.x, self.prey.y, {
        color = "tomato",
      })
    end
  end,
})
-- @end

-- @example state, transition, guard_entry, kind, self
local hare = drover.kind("hare", {
  slots = { threat = "agent" },
  memory = { frights = 0 },
  initial = "grazing",
  states = {
    grazing = {
      speed = 0.5,
      steer = steer.wander {},
      on = {
        -- a guard alone keeps its slot fresh
        when.sees("fox", { as = "threat" }),
        { when.near("threat", 12), "fleeing" },
        {
          when.chance(0.01),
          function(self) if self.frights > 3 then return "fleeing" end end,
        },
      },
    },
    fleeing = {
      renamed_from = "running", -- what it was called before a save
      color = "tomato", -- of the outline while it flees
      steer = blend.priority {
        steer.obstacle_avoidance {}, steer.evasion { target = "threat" },
      },
      enter = function(self, from)
        self.frights = self.frights + 1
        self.label = from and "!" or nil
      end,
      think = 3,
      step = function(self, dt)
        if self.state_time > 2 + dt and not self:sees("fox") then
          return "grazing"
        end
      end,
      leave = function(self, to)
        self.label = to == "grazing" and nil or "?"
      end,
    },
  },
})
-- @end

-- @example state, kind, body, stress_list, stress_part, part
local walker = drover.kind("walker", {
  body = {
    locomotion = "legged", max_speed = 1.4, radius = 0.25, stride = 0.7,
    min_stride = 0.2, turn = 0.6, arcs = 3,
    spokes = 9, stand_still = true, side_step = false, back_step = false,
    solid = "agents",
  },
  slots = { goal = "point" },
  -- behavior, weight, power
  stress = {
    { stress.attract { target = "goal" }, 1, 0.5 },
    stress.inertia {},
  },
  initial = "strolling",
  states = {
    strolling = { stress = { { stress.forward {}, 2 } }, speed = 1 },
    clean = { leaves = {} }, -- nothing, whatever the kind leaves
  },
})
local cart = drover.kind("cart", {
  body = {
    locomotion = "wheeled", wheelbase = 2, max_steering_angle = 0.5,
    max_brake = 60, max_speed = 5, reverse = 1.5,
  },
  steer = blend.weighted { steer.wander {}, { steer.containment {}, 3 } },
})
-- @end

-- @example drover, look, look_polygon
local kite = drover.kind("kite", {
  look = {
    size = 2, color = "gold",
    shape = {
      { { 0.5, 0 }, { -0.5, 0.4 }, { -0.2, 0 }, { -0.5, -0.4 } },
      { { 0.3, 0 }, { -0.3, 0.2 }, { -0.2, 0 }, color = "darker" },
    },
  },
  steer = steer.wander {},
})
-- @end

-- @example drover, look, look_picture
local kestrel = drover.kind("kestrel", { look = { shape = "kite.png" } })
local dragon = drover.kind("dragon", {
  look = {
    shape = { picture = "kite.png", tint = true },
    color = "gold", size = 2,
  },
})
-- @end

-- @example drover, look, color_map
local gull = drover.kind("gull", {
  memory = { hunger = 0.5 },
  look = { shape = "bird", color = drover.by("hunger", { 0, 1 }) },
})
local swift = drover.kind("swift", {
  look = {
    shape = "bird", color = drover.by("speed", { 2, 10 }, "diverging"),
  },
  steer = steer.wander {},
})
-- @end

drover.group("skulk", {})
drover.flow("brook", {})

return drover.scenario {
  kinds = { fox, hare, walker, cart, kite, kestrel, dragon, gull, swift },
  setup = function(world)
    world:scatter("fox", 3, {
      den = { 10, 0 }, wind = { 1, 0 }, pack = world:new_group("skulk"),
      rock = world:obstacle { sphere = { x = 9, y = 9, radius = 1 } },
      way = world:path { points = { { 0, 0 }, { 9, 0 } } }, stream = world:flow("brook"),
      meadow = world:region { shape = { sphere = { x = 0, y = 0, radius = 9 } } },
    })
    world:scatter("hare", 12)
    world:scatter("walker", 3, { goal = { 20, 0 } })
    world:scatter("cart", 2)
    world:scatter("kite", 2)
    world:scatter("gull", 2)
    world:scatter("swift", 2)
  end,
  update = function(world)
    if world.tick == 20 then world:emit("horn") end
  end,
}
