local drover = require "drover"
local vec = drover.vec

local walker = drover.kind("walker", {
  slots = { way = "flow" },
  steer = drover.steer.flow_following { flow = "way", direction_only = true },
})

return drover.scenario {
  kinds = { walker },
  bounds = { min = { -20, -20 }, max = { 20, 20 }, edge = "contain" },
  setup = function(world)
    world:obstacle { box = { x = 15, y = 0, w = 4, d = 4 } }
    local region = world:region { shape = { sphere = { x = 0, y = 10, radius = 3 } } }
    local leader = world:spawn("walker", { x = -10, y = 0 })
    local way = world:flow_to({ vec(10, -15), leader, region }, { clearance = 0.3, kind = walker, density = 0.5 })
    print(way, way.name, way.alive, way.still)
    print(("%.2f %.2f %.2f"):format(way:at(-15, 0)))
    print(("%.2f %.2f %.2f"):format(way:at(0, 10)))
    world:scatter("walker", 3, { way = way })
    local single = world:flow_to { 0, 0 }
    print(world:flow_to(leader), world:flow_to(region), world:flow_to { x = 3, y = 4 }, single.alive)
    single:remove()
    print(single.alive)
    local function try(...) print(select(2, pcall(world.flow_to, world, ...))) end
    print(world:flow_to { 15, 1 })
    print(world:flow_to { { 0, 0 }, { 30, 0 } })
    try()
    try({})
    try(7)
    try({ "here" })
    try({ { 0, 0 }, way })
    try({ 0, 0, clearance = 0.3 })
    try({ { 0, 0 }, { x = 1, y = 2, density = 1 } })
    try({ 0, 0 / 0 })
    try({ 0, 0 }, 7)
    try({ 0, 0 }, { clearence = 1 })
    try({ 0, 0 }, { density = "much" })
    try({ 0, 0 }, { density = 0 / 0 })
    try({ 0, 0 }, { terrain = 1 })
    try({ 0, 0 }, { kind = "waker" })
    leader:remove()
    try(leader)
    try({ 0, 0 }, { resolution = 0.001 })
    print(select(2, pcall(way.set, way, 0, 0, 1, 1)))
  end,
}
