local drover = require "drover"
local seed, space, edge, asks = 1, "plane", "open", true

local found, met, placed = 0, 0, 0

local function is_in(agent, filter)
  return (not filter.state or agent.state == filter.state) and (not filter.within or filter.within:contains(agent))
end

local function near_by_hand(world, x, y, z, radius, filter)
  local list, distance = {}, {}
  for agent in world:agents(filter.kind) do
    distance[agent] = agent:distance(x, y, z)
    if distance[agent] <= radius and is_in(agent, filter) then list[#list + 1] = agent end
  end
  table.sort(list, function(a, b)
    if distance[a] ~= distance[b] then return distance[a] < distance[b] end
    return a.id < b.id
  end)
  return list
end

local function same(list, by_hand)
  assert(#list == #by_hand)
  for i, agent in ipairs(by_hand) do assert(list[i] == agent) end
  found = found + #list
end

local function check(world, x, y, z, radius, zone)
  for _, filter in ipairs { {}, { kind = "a" }, { kind = "a", state = "busy" }, { kind = { "b" } }, { within = zone },
    { kind = "b", state = "idle", within = zone } } do
    local by_hand = near_by_hand(world, x, y, z, radius, filter)
    same(world:neighbors(drover.vec(x, y, z), radius, filter), by_hand)
    filter.z = z
    same(world:neighbors(x, y, radius, filter), by_hand)
  end
  local count, listed = 0, {}
  for agent in world:agents("a") do
    if agent.state == "busy" and zone:contains(agent) then
      count = count + 1
      listed[count] = agent
    end
  end
  local filter = { state = "busy", within = zone }
  assert(world:count("a", filter) == count)
  for agent in world:agents("a", filter) do assert(agent == table.remove(listed, 1)) end
  assert(#listed == 0)
end

local function shoot(self, world)
  -- at somebody, a little askew
  local dx, dy, dz = self:offset(self:nearest "a")
  dx, dy = dx + self.x % 2 - 1, dy + self.y % 2 - 1
  local distance, what = self:ray(drover.vec(dx, dy, dz), 40)
  if space == "plane" then
    local other, thing = self:ray(dx, dy, 40)
    assert(other == distance and thing == what)
  end
  met = met + (what and 1 or 0)
  if not what then
    assert(distance == 40)
  elseif what ~= world.memory.rock then
    local size = math.sqrt(dx * dx + dy * dy + dz * dz)
    local at = self.position + drover.vec(dx, dy, dz) * (distance / size)
    local apart = what:distance(at)
    assert(distance == 0 or math.abs(apart - what.radius) < 1e-3)
  end
  distance, what = self:ray(drover.vec(dx, dy, dz), 40, {})
  assert(what == nil and distance == 40 or what == world.memory.rock)
end

local function kind(name)
  return drover.kind(name, {
    body = { locomotion = "fixed", radius = 0.8 },
    initial = "idle",
    states = { idle = {}, busy = {} },
    step = asks and function(self) shoot(self, self.world) end or nil,
  })
end

return drover.scenario {
  seed = seed,
  space = space,
  bounds = { min = { -30, -30, -30 }, max = { 30, 30, 30 }, edge = edge },
  kinds = { kind "a", kind "b" },
  setup = function(world)
    local zone = world:region { shape = { sphere = { x = -25, y = 10, radius = 16 } } }
    world.memory.zone = zone
    world.memory.rock = world:obstacle { sphere = { x = 20, y = -10, radius = 5 } }
    world:scatter("a", 40, { state = "busy" })
    world:scatter("a", 40)
    world:scatter("b", 12, { region = zone, heading = 1 })
    for agent in world:agents("b") do
      assert(zone:contains(agent) and math.abs(agent.heading - 1) < 1e-6)
      placed = placed + 1
    end
  end,
  update = function(world)
    if not asks then return end
    for i = 0, 9 do
      local z = space == "volume" and (i * 17) % 60 - 30 or 0
      check(world, (i * 37) % 61 - 30, (i * 23) % 59 - 29, z, i * 4, world.memory.zone)
    end
    if world.tick == 2 then print(found > 500, met > 100, placed) end
  end,
}
