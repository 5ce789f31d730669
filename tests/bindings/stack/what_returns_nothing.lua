-- What has no result has none: not the value that happens to be at the top of the stack.
local drover = require "drover"
local steer, vec = drover.steer, drover.vec

local function nothing(...) assert(select("#", ...) == 0, "a result") end

local function draw_nothing(draw)
  nothing(draw.line(0, 0, 1, 1))
  nothing(draw.arrow(0, 0, 1, 1))
  nothing(draw.circle(0, 0, 1))
  nothing(draw.arc(0, 0, 1, 0, 1))
  nothing(draw.polygon({ { 0, 0 }, { 1, 0 }, { 0, 1 } }))
  nothing(draw.text("word", 0, 0))
end

drover.link("rope", {})
local wind = drover.flow("wind", {})
local scent = drover.field("scent", { cell = 1 })
local wander = steer.wander {}
local dog = drover.kind("dog", {})
local sheep = drover.kind("sheep", {
  slots = { weight = "number", home = "point", route = "path" },
  initial = "calm",
  states = { calm = { steer = steer.wander {} }, wild = {} },
  timers = { later = function() end },
  step = function(self)
    local other = self:nearest("sheep", 100)
    nothing(self:apply(wander, 0.5))
    nothing(self:apply(wander))
    nothing(self:emit("bleat", 5))
    nothing(self:after(1, "later"))
    nothing(self:halt())
    nothing(self:set("weight", 2))
    nothing(self:set("home", 1, 2))
    if other and not self:linked("rope", other) then nothing(self:link("rope", other)) end
    draw_nothing(self.world.draw)
    nothing(self:become("wild"))
    nothing(self:become("calm"))
    if self.world.tick == 1 and self.id == 1 then nothing(self:turn_into("dog")) end
    if self.world.tick == 1 and self.id == 2 then nothing(self:remove()) end
  end,
})

return drover.scenario {
  kinds = { sheep, dog },
  bounds = { min = { 0, 0 }, max = { 20, 20 } },
  timers = { later = function() end },
  setup = function(world)
    world:scatter("sheep", 5)
    local rock = world:obstacle { sphere = { x = 5, y = 5, radius = 1 } }
    local route = world:path { points = { { 0, 0 }, { 5, 5 } } }
    local place = world:region { shape = { sphere = { x = 5, y = 5, radius = 1 } } }
    local air, smell = world:flow(wind), world:field(scent)
    nothing(air:set({ 1, 1 }, vec(1, 0)))
    nothing(air:paint({ 1, 1 }, 3, vec(1, 0)))
    nothing(smell:add({ 1, 1 }, 2))
    nothing(smell:set({ 1, 1 }, 2))
    nothing(smell:fill(1))
    nothing(world:emit("alarm", { at = { 1, 1 }, radius = 3 }))
    nothing(world:after(1, "later"))
    nothing(world:remove(world:spawn("sheep", {})))
    nothing(rock:remove())
    nothing(route:remove())
    nothing(place:remove())
    nothing(air:remove())
    nothing(print("printed"))
    nothing(table.sort({ 2, 1 }))
    nothing(table.insert({}, 1))
    nothing(table.insert({ 1 }, 1, 1))
  end,
}
