-- One kind for each model of locomotion, with bodies out of the whole ranges of their properties.
local drover = require "drover"
local dice = require "dice"
local make = require "compositions"
local acts = require "acts"

local ranges = {
  mass = { 1e-3, 1e9 }, radius = { 0, 1e6 }, max_speed = { 0, 1e6 }, max_force = { 0, 1e12 }, response = { 0, 60 },
  min_speed = { 0, 1e6 }, min_force = { 0, 1e12 }, damping = { 0, 1e3 }, smoothing = { 0, 60 },
  turn_rate = { 0, math.huge }, wheelbase = { 1e-2, 1e3 }, max_steering_angle = { 0, 1.5 }, max_brake = { 0, 1e12 },
}

-- In a fixed order, as pairs has none that is worth a name.
local names = { "mass", "radius", "max_speed", "max_force", "response", "min_speed", "min_force", "damping",
  "smoothing", "turn_rate", "wheelbase", "max_steering_angle", "max_brake" }

local function property(range)
  local roll = dice.unit()
  if roll < 0.1 then return "amount" end
  if roll < 0.15 then return drover.setting "level" end
  if range[2] == math.huge then return dice.one_of(0, 0.1, 3, 1e30, math.huge) end
  return dice.within(range[1], range[2])
end

local function body(locomotion)
  local def = { locomotion = locomotion }
  for _, name in ipairs(names) do
    if dice.happens(0.25) then def[name] = property(ranges[name]) end
  end
  if locomotion == "legged" then
    def.stride, def.min_stride, def.turn = dice.within(1e-2, 1e3), dice.within(0, 1e3), dice.within(0, math.pi)
    def.side_step, def.back_step, def.stand_still = dice.happens(0.5), dice.happens(0.5), dice.happens(0.5)
    def.arcs, def.spokes = dice.whole(1, 4), dice.whole(1, 9)
  end
  return def
end

local slots = { who = "agent", at = "point", drive = "vector", amount = "number", pack = "group",
  rock = "obstacle", ground = "surface", way = "path", wind = "flow", zone = "region", berth = "pose",
  here = "point" }

local function states(legged)
  local function state(other)
    return {
      steer = make.composition(), stress = legged and make.stresses() or nil,
      speed = dice.one_of(nil, dice.within(0, 1e6), "amount"),
      think = dice.one_of(nil, 2, 5),
      step = function(self) self.steps = self.steps + 1 end,
      on = { { make.guard(), other }, make.guard() },
    }
  end
  return { calm = state "wild", wild = state "calm" }
end

-- Everything a world holds of one locomotion model.
return function(locomotion, name)
  local legged = locomotion == "legged"
  return drover.kind(name, {
    body = body(locomotion), slots = slots,
    sight = { range = dice.one_of(0, 10, 1e30, math.huge), angle = dice.within(0, 2 * math.pi),
      uncertainty = dice.one_of(nil, 0, 5, 1e6), drift = dice.within(0, 1e6), occluded = dice.happens(0.5) },
    hearing = { range = dice.one_of(0, 50, 1e30, math.huge) },
    memory = { steps = 0, kept = {}, last = drover.none },
    model = dice.happens(0.3) and drover.model { attributes = { shy = dice.within(0, 1) },
      effects = { { "shy", "haste" } } } or nil,
    blends = { odd = make.composition() },
    initial = "calm", states = states(legged),
    step = acts.of_agent,
    reflexes = not legged and dice.happens(0.3) and make.behavior() or nil,
  })
end
