local drover = require "drover"

local function names(list)
  local texts = {}
  for i, value in ipairs(list) do texts[i] = tostring(value) end
  return table.concat(texts, " ")
end

local function listed(...)
  local list = {}
  for agent in ... do list[#list + 1] = agent end
  return names(list)
end

local a = drover.kind("a", {
  body = { locomotion = "fixed", radius = 0.5 },
  initial = "idle",
  states = { idle = {}, busy = {} },
  step = function(self)
    if self.id ~= 1 then return end
    print("ray", self:ray(1, 0, 100))
    print("ray", self:ray(drover.vec(0, 2), 9, "b"))
    print("ray", self:ray({ 0, -1 }, 9, {}))
    print("ray", self:ray(-1, 0, math.huge))
  end,
})
local b = drover.kind("b", { body = { locomotion = "fixed" } })

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    world.memory.zone = world:region { shape = { box = { x = 5, y = 0, w = 4, d = 4 } } }
    for i, x in ipairs { 0, 4, -4, 6, 40 } do
      world:spawn("a", { x = x, state = i % 2 == 0 and "busy" or "idle" })
    end
    world:spawn("b", { y = 3 })
    world:obstacle { wall = { from = { -9, -2 }, to = { 9, -2 } } }
    print("unsensed", #world:neighbors(0, 0, 100))
  end,
  update = function(world)
    if world.tick > 0 then return end
    local zone = world.memory.zone
    print("near", names(world:neighbors(0, 0, 4)))
    print("kinds", names(world:neighbors(0, 0, 4, { kind = { "b" } })))
    print("busy", names(world:neighbors({ 0, 0 }, 10, { kind = a, state = "busy" })))
    print("within", names(world:neighbors(drover.vec(6, 0), math.huge, { within = zone })))
    print("of an agent", names(world:neighbors(world:nearest("b", 0, 0), 4, { kind = "a" })))
    print("as sensed", names(world:neighbors(0, 0, 0)))
    for agent in world:agents "a" do
      if agent.x == 40 then agent.x = 5 end
    end
    print("as sensed", #world:neighbors(5, 0, 1.5, { within = zone }), world:count(nil, { within = zone }))
    print("agents", listed(world:agents("a", { within = zone })))
    print("agents", listed(world:agents("a", { state = "busy", within = zone })))
    zone:remove()
  end,
}
