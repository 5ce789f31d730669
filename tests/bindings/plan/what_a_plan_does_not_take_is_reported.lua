local drover = require "drover"

local walker = drover.kind("walker", { body = { radius = 0.6 }, slots = { way = "path" } })

return drover.scenario {
  kinds = { walker },
  setup = function(world)
    local function try(...) print(select(2, pcall(world.plan, world, ...))) end
    try { 0, 0 }
    try(3, { 1, 1 })
    try({ 0, 0 }, { 1, 1 }, 0.5)
    try({ 0, 0 }, { 1, 1 }, { clearence = 1 })
    try({ 0, 0 }, { 1, 1 }, { clearance = "wide" })
    try({ 0, 0 }, { 1, 1 }, { clearance = -1 })
    try({ 0, 0 }, { 1, 1 }, { boundary = 3 })
    try({ 0, 0 }, { 1, 1 }, { boundary = { mim = 3 } })
    try({ 0, 0 }, { 1, 1 }, { boundary = { min = { 0, 0 } } })
    local whole = { min = { 0, 0 }, max = { 1000, 1000 } }
    try({ 0, 0 }, { 1000, 1000 }, { resolution = 0.1, boundary = whole })
  end,
}
