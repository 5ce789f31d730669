local drover = require "drover"
local steer, blend, when, vec = drover.steer, drover.blend, drover.when, drover.vec

drover.group("pack", {
  slots = { quarry = "agent", den = "point" },
  memory = { hunts = 0, order = {} },
  elect = function(group)
    local best
    for m in group:members() do
      if not best or m.age > best.age then best = m end
    end
    return best
  end,
})

drover.link("kin", { spring = { length = 3, stiffness = 0.5, damping = 0.2 } })
drover.link("chases", { directed = true })

local wolf = drover.kind("wolf", {
  memory = { age = 0 },
  body = { max_speed = 6 },
  look = { shape = "wolf", color = "gray" },
  initial = "roam",
  states = {
    roam = {
      steer = blend.weighted {
        steer.wander {},
        { steer.pursuit { target = "group.quarry" }, 2 },
        { steer.leader_following { leader = "group.leader" }, 0.5 },
      },
      on = {
        { when.every(0.5) & when.lua(function(self) return self.group.leader == self end), "hunt" },
      },
    },
    hunt = {
      enter = function(self)
        local g = self.group
        g.hunts = g.hunts + 1
        g.quarry = self:nearest("deer", 60)
        g.order[#g.order + 1] = self
        if g.quarry then self:link("chases", g.quarry) end
      end,
      steer = steer.pursuit { target = "group.quarry" },
      on = { { when.after(1), "roam" } },
    },
  },
})

local bad = drover.kind("bad", {
  step = function(self)
    if self.world.tick == 20 then error "broken" end
  end,
})

local function setup(world)
  local shared = { "shared" }
  shared.me = shared
  world.memory.shared, world.memory.rocks, world.memory.log = shared, {}, {}
  for i = 1, 4 do
    world.memory.rocks[i] = world:obstacle { sphere = { x = 10 * i, y = 30, radius = 2 } }
  end
  world:obstacle { polygon = { { 60, 10 }, { 70, 10 }, { 65, 18 } } }
  world:obstacle { wall = { from = { 50, 40 }, to = { 55, 50 } } }
  world:obstacle { box = { x = 20, y = 50, w = 4, d = 2, heading = 0.3 }, blocks = { sight = false } }
  local pack, herd = world:new_group("pack"), world:new_group("pack")
  pack.den = { 1, 2 }
  world:scatter("deer", 24)
  local last
  for d in world:agents("deer") do
    d.weight = 1 + d.id / 10
    d.path.shared = shared
    d.herd, d.rock, d.way = herd, world.memory.rocks[1], vec(1, 2)
    if last and d.id % 4 > 0 then d:link("kin", last) end
    last = d
    if d.id % 3 == 0 then
      d.group = herd
      d.sight_angle = 3
      d.hearing_range = 25
      d.mass = 2
    end
  end
  for i = 1, 3 do
    world:spawn("wolf", { x = 5 * i, y = 5, group = pack, age = i })
  end
  world:spawn("bad", {})
end

local function change_rocks(world)
  local rocks, t = world.memory.rocks, world.tick
  if t % 10 == 5 then
    rocks[1].x = 10 + world:random() * 20
    world:emit("alarm", { at = rocks[1].x > 20 and { 10, 10 } or vec(40, 40), radius = 20 })
  end
  if t == 12 then
    rocks[2]:remove()
    rocks[2] = nil
  end
  if t == 14 then
    rocks[5] = world:obstacle { sphere = { x = 70, y = 50, radius = 3 } }
    rocks[3]:remove()
  end
end

local function change_agents(world)
  local t = world.tick
  if t % 9 == 4 then
    local d = world:agents("deer")()
    world.memory.last = d
    d:remove()
  end
  if t % 12 == 8 then world:scatter("deer", 1, { weight = 2, name = "new" .. t }) end
  if t == 25 then world.settings.pace = 4.5 end
  if t == 30 then
    for w in world:agents("wolf") do
      if w.group.leader == w then w:remove() end
    end
  end
  for d in world:agents("deer", { state = "grazing" }) do
    if (d.id + t) % 31 == 0 then d:become("fleeing") end
  end
end

return drover.scenario {
  title = "Everything",
  seed = 7,
  kinds = { require "deer", wolf, bad },
  bounds = { min = { 0, 0 }, max = { 80, 60 }, edge = "wrap" },
  settings = {
    drover.slider("pace", 5, { min = 1, max = 9 }),
    drover.toggle("mist", false),
    drover.choice("wind", "north", { "north", "south" }),
  },
  monitors = {
    fear = function(world)
      local n = 0
      for d in world:agents("deer") do
        n = n + d.fear
      end
      return n
    end,
  },
  setting = function(world, name, value)
    if name == "mist" then world.visibility = value and 12 or math.huge end
  end,
  setup = function(world)
    setup(world)
    local shared = world.memory.shared
    for d in world:agents("deer") do
      d:after(d.id / 40, "doze", { count = 1, list = { shared, shared } })
    end
    world:after(0.05, "count", 0)
  end,
  timers = {
    count = function(world, times)
      world.memory.times = times
      world:after(0.11, "count", times + 1)
    end,
  },
  update = function(world)
    local m, t = world.memory, world.tick
    if t % 7 == 3 then m.log[#m.log + 1] = world:random(100) + math.random() end
    change_rocks(world)
    change_agents(world)
  end,
}
