-- What agents and the world do at random: every way in which scripts can change a world, with values
-- that are taken and values that have to be refused.
local drover = require "drover"
local catalogue = require "catalogue"
local dice = require "dice"
local make = require "compositions"
local vec = drover.vec

local huge = math.huge
local map = drover.image("map.png")
local applied = { make.behavior(), make.behavior(), make.behavior() }

-- One of what the world was given of a sort: it may be gone.
local function any(world, sort)
  local list = world.memory.things[sort]
  return list[dice.whole(1, #list + 1)]
end

local function keep(world, sort, thing)
  local list = world.memory.things[sort]
  if #list < 40 then list[#list + 1] = thing else list[dice.whole(1, 40)] = thing end
  return thing
end

local function value(world, depth)
  local roll = dice.whole(1, depth > 4 and 7 or 9)
  if roll == 1 then return dice.about(-1e9, 1e9) end
  if roll == 2 then return dice.one_of(math.maxinteger, math.mininteger, 0, -1, 2 ^ 53) end
  if roll == 3 then return dice.one_of("", "a\0b", ("long"):rep(300), "\255\254", "äöü") end
  if roll == 4 then return dice.happens(0.5) end
  if roll == 5 then return vec(dice.about(-1e9, 1e9), dice.about(-1e9, 1e9), dice.about(-1e9, 1e9)) end
  if roll == 6 then return any(world, "agents") end
  if roll == 7 then return any(world, dice.one_of("rocks", "zones", "ways", "winds", "packs", "grounds", "fields")) end
  local table = {}
  for _ = 1, dice.whole(0, 4) do
    local key = dice.one_of("k", "l", 1, 2, 3, -7, true)
    if depth > 0 and dice.happens(0.1) then table[key] = world.memory.things.shared
    else table[key] = value(world, depth + 1) end
  end
  return table
end

local function axes() return dice.coordinate(), dice.coordinate(), dice.coordinate() end
local function pose() local x, y, z = axes() return { x = x, y = y, z = z, heading = dice.about(-1e6, 1e6) } end

-- Agents

local agent_acts = {
  function(self) self[dice.one_of("x", "y", "z")] = dice.coordinate() end,
  function(self) self[dice.one_of("vx", "vy", "vz")] = dice.about(-1e6, 1e6) end,
  function(self) self.heading = dice.about(-1e6, 1e6) end,
  function(self) self.color = dice.one_of(nil, "red", "#12345678", "#00000000") end,
  function(self) self.label = dice.one_of(nil, "", "a\0b", ("x"):rep(500)) end,
  function(self) self.group = dice.one_of(nil, any(self.world, "packs")) end,
  function(self) self.at = dice.one_of(nil, dice.point()) end,
  function(self) self:set("at", axes()) end,
  function(self) self:set("here", dice.about(-3e38, 3e38), dice.about(-3e38, 3e38), 0) end,
  function(self) self.drive = { dice.about(-3e38, 3e38), dice.about(-3e38, 3e38), dice.about(-1, 1) } end,
  function(self) self.amount = dice.one_of(nil, dice.about(0, 10), dice.about(-1e308, 1e308)) end,
  function(self) self.shy = dice.about(0, 1) end,
  function(self) self.berth = dice.one_of(nil, pose()) end,
  function(self) self.who = dice.one_of(nil, any(self.world, "agents")) end,
  function(self) self.rock = any(self.world, "rocks") end,
  function(self) self.zone = any(self.world, "zones") end,
  function(self) self.way = any(self.world, "ways") end,
  function(self) self.wind = any(self.world, "winds") end,
  function(self) self.ground = any(self.world, "grounds") end,
  function(self) self.pack = any(self.world, "packs") end,
  function(self) any(self.world, "fields"):add(self.x, self.y, dice.about(-10, 10), dice.about(0, 100)) end,
  function(self) self:link(dice.one_of("rope", "leads"), any(self.world, "agents")) end,
  function(self) self:link(dice.one_of("rope", "leads"), any(self.world, "agents")) end,
  function(self) self:unlink(dice.one_of("rope", "leads"), any(self.world, "agents")) end,
  function(self) self.who = self:links(dice.one_of("rope", "leads"), dice.one_of("in", "out"))[1] end,
  function(self) self.kept = value(self.world, 0) end,
  function(self) self.kept[dice.whole(1, 3)] = value(self.world, 1) end,
  function(self) self.last = value(self.world, 3) end,
  function(self) self:emit(dice.one_of("noise", "other"), dice.about(0, huge), any(self.world, "agents")) end,
  function(self) self:halt() end,
  function(self) self:turn_in_place(dice.about(-1e9, 1e9), dice.one_of(1, 1e-30, 1e30, huge)) end,
  function(self) self:become(dice.one_of("calm", "wild")) end,
  function(self)
    local kind = dice.one_of("walker", "driver", "bird", "mass", "crawler", "tree")
    if dice.happens(0.1) then self:turn_into(kind, { kept = { value(self.world, 2) } }) end
  end,
  function(self) self:steer(dice.one_of("odd", nil)) end,
  function(self) self:apply(applied[dice.whole(1, #applied)], dice.about(-1e6, 1e6)) end,
  function(self) self.last = self:random() end,
  function(self) self.last = self:nearest(nil, 50) end,
  function(self)
    local distance, what = self:ray(dice.about(-1e6, 1e6), dice.about(-1e6, 1e6), dice.about(0, huge),
      dice.one_of(nil, "tree", {}))
    self.last = what or distance
  end,
  function(self) self.last = self:supposed("who") end,
  function(self) if dice.happens(0.1) then self:remove() end end,
  function(self) self:after(dice.about(0, 3), "pass", value(self.world, 1)) end,
  function(self) self:after(dice.one_of(0, 1, 1e9), "pass") end,
  function(self) if dice.happens(0.2) then self.last = self:cancel "pass" end end,
}

-- What single agents can override of their bodies and senses.
for i = 1, catalogue.own_properties do
  local property = catalogue.properties[i]
  local field, high = property[1]:gsub("%.", "_"), property.max < 1e30 and property.max or huge
  local function own_value()
    return property[2] == "number" and dice.about(property.min, high) or dice.of_parameter(property)
  end
  agent_acts[#agent_acts + 1] = function(self) self[field] = dice.one_of(nil, own_value()) end
end

-- The world

local function place() local x, y, z = axes() return { x = x, y = y, z = z } end

local function size(high) return dice.happens(0.7) and 1 + dice.unit() * 8 or dice.about(0, high or 2e9) end

local function shape()
  local sort, at = dice.whole(1, 5), place()
  if sort == 1 then at.radius = size() return { sphere = at } end
  if sort == 2 then at.w, at.d, at.h, at.heading = size(), size(), size(), dice.about(-1e6, 1e6) return { box = at } end
  if sort == 3 then return { wall = { from = dice.point(), to = dice.point() } } end
  if sort == 4 then at.radius, at.height = size(), size() return { cylinder = at } end
  local points = {}
  for i = 1, dice.whole(3, 6) do points[i] = dice.point() end
  return { polygon = points }
end

local function obstacle()
  local def = shape()
  def.blocks = dice.one_of(nil, { sight = false }, { movement = false }, { sight = false, planning = false })
  def.color = dice.one_of(nil, "tan")
  if not def.wall then def.hollow = dice.happens(0.2) end
  return def
end

local function birth(world)
  local def = place()
  def.heading, def.speed = dice.about(-1e6, 1e6), dice.about(0, 1e6)
  def.state, def.group = dice.one_of(nil, "wild"), dice.one_of(nil, any(world, "packs"))
  def.at, def.amount = dice.one_of(nil, dice.point()), dice.one_of(nil, dice.about(0, 1))
  return def
end

local kinds = { "walker", "driver", "bird", "mass", "crawler", "tree" }

local world_acts = {
  function(w) keep(w, "agents", w:spawn(kinds[dice.whole(1, #kinds)], birth(w))) end,
  function(w) w:scatter(kinds[dice.whole(1, #kinds)], dice.whole(0, 3)) end,
  function(w) w:scatter(kinds[dice.whole(1, #kinds)], dice.whole(0, 3), { region = any(w, "zones") }) end,
  function(w)
    local x, y, z = axes()
    w.memory.any = w:neighbors(x, y, dice.about(0, 1e9), { z = z, kind = dice.one_of(nil, "tree", { "bird", "mass" }),
      within = any(w, "zones") })
  end,
  function(w)
    local filter = { state = "wild", within = any(w, "zones") }
    w.memory.any = w:count("walker", filter) + w:count(nil, { within = filter.within })
    for one in w:agents("walker", filter) do keep(w, "agents", one) end
  end,
  function(w) local one = any(w, "agents") if dice.happens(0.2) then w:remove(one) end end,
  function(w) keep(w, "rocks", w:obstacle(obstacle())) end,
  function(w) any(w, "rocks")[dice.one_of("x", "y", "z")] = dice.about(-1e9, 1e9) end,
  function(w) any(w, "rocks").heading = dice.about(-1e6, 1e6) end,
  function(w) any(w, "rocks").blocks_sight = dice.happens(0.5) end,
  function(w) any(w, "rocks"):remove() end,
  function(w) keep(w, "zones", w:region { shape = shape(), speed = dice.one_of(nil, dice.about(0, 100)),
    terrain = dice.one_of(nil, "mud", "ice") }) end,
  function(w) any(w, "zones").speed = dice.about(0, 100) end,
  function(w) any(w, "zones").terrain = dice.one_of(nil, "mud", "ice") end,
  function(w) any(w, "zones"):remove() end,
  function(w) keep(w, "zones", w:terrain(dice.one_of("mud", "ice"))) end,
  function(w)
    local points = {}
    for i = 1, dice.whole(2, 6) do points[i] = dice.point() end
    keep(w, "ways", w:path { points = points, radius = dice.one_of(nil, dice.about(0, 1e9)),
      closed = dice.happens(0.3), spline = dice.happens(0.3) })
  end,
  function(w)
    local avoid = {}
    for i = 1, dice.whole(0, 2) do
      avoid[i] = { kind = kinds[dice.whole(1, #kinds)], radius = dice.about(0, 1e9), cost = dice.about(0, 1e6) }
    end
    keep(w, "ways", (w:plan({ -5, -5 }, { 5, 5 }, { resolution = 1, terrain = dice.one_of(nil, true, false),
      avoid = avoid, boundary = { min = { -20, -20 }, max = { 20, 20 } } })))
  end,
  function(w) any(w, "ways"):remove() end,
  function(w) keep(w, "winds", w:flow(dice.one_of("breeze", "gust"))) end,
  function(w) any(w, "winds"):paint(dice.point(), dice.about(0, 100), dice.point(), dice.about(0, 1)) end,
  function(w) any(w, "winds"):set(dice.point(), { dice.about(-1e9, 1e9), dice.about(-1e9, 1e9), 0 }) end,
  function(w) any(w, "winds"):remove() end,
  function(w) keep(w, "fields", w:field(dice.one_of("scent", "ash"))) end,
  function(w)
    local radius = dice.one_of(nil, dice.about(0, 1e9))
    any(w, "fields"):add(dice.coordinate(), dice.coordinate(), dice.about(-1e9, 1e9), radius)
  end,
  function(w) any(w, "fields"):set(dice.coordinate(), dice.coordinate(), dice.about(0, 1e9)) end,
  function(w) any(w, "fields"):fill(dice.about(0, 1e9)) end,
  function(w)
    local field, channel = any(w, "fields"), dice.one_of(nil, "red", "blue", "alpha")
    field:fill(map, { amount = dice.about(0, field.max), channel = channel })
  end,
  function(w)
    local field, x, y = any(w, "fields"), dice.coordinate(), dice.coordinate()
    w.memory.field = { field:at(x, y), field:total(any(w, "zones")), field:gradient(x, y) }
  end,
  function(w) w.memory.place = vec(any(w, "fields"):highest(any(w, "zones"))) end,
  function(w) w.memory.any = w:links(dice.one_of("rope", "leads")) end,
  function(w) keep(w, "grounds", w:surface(dice.one_of("ball", "slope", "hills"))) end,
  function(w) keep(w, "packs", w:new_group "pack") end,
  function(w) local pack = any(w, "packs") pack.quarry, pack.den = any(w, "agents"), dice.point() end,
  function(w) local pack = any(w, "packs") pack.leader = dice.one_of(nil, any(w, "agents")) end,
  function(w) any(w, "packs").notes = value(w, 0) end,
  function(w) w.memory.any = value(w, 0) end,
  function(w) w.memory.things.shared[dice.whole(1, 5)] = value(w, 2) end,
  function(w) w:emit("noise", { at = dice.one_of(nil, dice.point()), radius = dice.about(0, huge),
    about = any(w, "agents"), among = any(w, "packs") }) end,
  function(w) w.visibility = dice.about(0, huge) end,
  function(w) w.settings.level = dice.about(0, 100) end,
  function(w) w.settings.odd = dice.happens(0.5) end,
  function(w) w.settings.choice = dice.one_of("one", "two", "three") end,
  function(w) w.memory.point = w:random_point(any(w, "zones")) end,
  function(w) w:after(dice.about(0, 3), "pass", value(w, 1)) end,
  function(w) if dice.happens(0.2) then w:cancel "pass" end end,
  function(w) w.draw.circle(dice.coordinate(), dice.coordinate(), 3) end,
}

local acts = {}

function acts.of_agent(self)
  local world = self.world
  if not self.steps or world:random() > 0.3 then return end
  dice.of(world, agent_acts[1 + math.floor(world:random() * #agent_acts)], self)
end

function acts.of_world(world, count)
  for _ = 1, count do dice.of(world, world_acts[1 + math.floor(world:random() * #world_acts)], world) end
end

function acts.begin(world)
  world.memory.things = { agents = {}, rocks = {}, zones = {}, ways = {}, winds = {}, grounds = {}, packs = {},
    fields = {},
    shared = {} }
end

return acts
