local drover = require "drover"

local walker = drover.kind("walker", { body = { radius = 0.6 }, slots = { way = "path" } })

local function build(world)
  world:obstacle { wall = { from = { 0, -50 }, to = { 0, -1 } } }
  world:obstacle { wall = { from = { 0, 1 }, to = { 0, 20 } } }
end

return drover.scenario {
  kinds = { walker },
  bounds = { min = { -50, -50 }, max = { 50, 50 }, edge = "contain" },
  setup = function(world)
    build(world)
    world:obstacle { box = { x = 20, y = 0, w = 4, d = 4 } }
    local function try(...) print(world:plan(...)) end
    try({ -5, 0 }, { -5, 0 })
    try({ 20, 0 }, { 5, 0 })
    try({ 5, 0 }, { 20, 1 })
    try({ 5, 0 }, { 22.5, 0 }, { clearance = 1 })
    try({ 51, 0 }, { 5, 0 })
    try({ 5, 0 }, { 0, 60 })
    local room = { min = { -9, -9 }, max = { 9, 9 } }
    try({ -5, 0 }, { 5, 0 }, { clearance = 1.2, boundary = room })
    try({ -5, 0 }, { 12, 0 }, { boundary = room })
  end,
}
