-- One kind for each model of locomotion, with bodies out of the whole ranges of their properties.
local drover = require "drover"
local catalogue = require "catalogue"
local dice = require "dice"
local make = require "compositions"
local acts = require "acts"

-- So few that no fan has more footsteps than fit.
local narrower = {
  arcs = { "arcs", "number", min = 1, max = 4 }, spokes = { "spokes", "number", min = 1, max = 9 },
}

local function property(parameter)
  local roll = dice.unit()
  if roll < 0.1 and parameter[2] == "number" then return "amount" end
  if roll < 0.15 then return drover.setting(parameter[2] == "number" and "level" or "odd") end
  return dice.of_parameter(narrower[parameter[1]] or parameter)
end

local function body(locomotion)
  local def = { locomotion = locomotion }
  for i, parameter in ipairs(catalogue.properties) do
    local name = parameter[1]
    local is_body = not name:find(".", 1, true)
    if is_body and (i <= catalogue.own_properties or locomotion == "legged") and dice.happens(0.25) then
      def[name] = property(parameter)
    end
  end
  return def
end

local slots = { who = "agent", at = "point", drive = "vector", amount = "number", pack = "group",
  rock = "obstacle", ground = "surface", way = "path", wind = "flow", zone = "region", berth = "pose",
  here = "point" }

local function states(weighs)
  local function state(other)
    return {
      steer = make.composition(), stress = weighs and make.stresses() or nil,
      speed = dice.one_of(nil, dice.within(0, 1e6), "amount"),
      leaves = dice.one_of(nil, { scent = dice.within(-1e9, 1e9), ash = "amount" },
        { ash = drover.setting "level" }),
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
  local weighs = legged or (locomotion ~= "fixed" and dice.happens(0.5))
  return drover.kind(name, {
    body = body(locomotion), slots = slots,
    sight = { range = dice.one_of(0, 10, 1e30, math.huge), angle = dice.within(0, 2 * math.pi),
      uncertainty = dice.one_of(nil, 0, 5, 1e6), drift = dice.within(0, 1e6), occluded = dice.happens(0.5) },
    hearing = { range = dice.one_of(0, 50, 1e30, math.huge) },
    memory = { steps = 0, kept = {}, last = drover.none },
    timers = { pass = function(self, data)
      self.last = data
      if self:random() < 0.5 then self:after(1, "pass", data) end
    end },
    model = dice.happens(0.3) and drover.model { attributes = { shy = dice.within(0, 1) },
      effects = { { "shy", "haste" } } } or nil,
    blends = { odd = make.composition() },
    initial = "calm", states = states(weighs),
    step = acts.of_agent,
    reflexes = not legged and dice.happens(0.3) and make.behavior() or nil,
  })
end
