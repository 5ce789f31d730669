-- A pond across the way, which ducks swim through, and geese that a walker keeps away from.
local drover = require "drover"

drover.terrain("pond", { speed = 0.25, kinds = { duck = { speed = 1 } } })

local walker = drover.kind("walker", {})
local duck = drover.kind("duck", {})
local goose = drover.kind("goose", { body = { locomotion = "fixed" } })

return drover.scenario {
  kinds = { walker, duck, goose },
  setup = function(world)
    local function turns(from, to, options)
      local path = world:plan(from, to, options)
      local length = path.length
      path:remove()
      return length > 10.1
    end
    world:region { shape = { box = { x = 0, y = 0, w = 2, d = 4 } }, terrain = "pond" }
    local one = world:spawn(walker, { x = -5, y = 0 })
    local other = world:spawn(duck, { x = -5, y = 0 })
    local no_room = { clearance = 0 }
    print("through the pond", not turns(other, { 5, 0 }), turns(one, { 5, 0 }), turns({ -5, 0 }, { 5, 0 }))
    print("as a duck", not turns(one, { 5, 0 }, { kind = duck }), turns(other, { 5, 0 }, { kind = "walker" }))
    print("without terrain", not turns(one, { 5, 0 }, { terrain = false }), turns(one, { 5, 0 }, no_room))

    world:spawn(goose, { x = 0, y = 10 })
    local from, to = { -5, 10 }, { 5, 10 }
    local far = { avoid = { { kind = "goose", radius = 2, cost = 5 } } }
    local others = { avoid = { { kind = { "duck", walker }, radius = 2, cost = 5 } } }
    print("past a goose", turns(from, to, far), not turns(from, to, others), not turns(from, to, { avoid = {} }))

    local function try(options) print(select(2, pcall(world.plan, world, from, to, options))) end
    try { terrain = "pond" }
    try { kind = "dack" }
    try { avoid = 3 }
    try { avoid = { 3 } }
    try { avoid = { { radius = 1, cost = 1 } } }
    try { avoid = { { kind = "goose", radius = 1 } } }
    try { avoid = { { kind = "goose", radius = 1, cost = 1, weight = 2 } } }
    try { avoid = { { kind = "goose", radius = 1, cost = -1 } } }
    local many = {}
    for i = 1, 65 do many[i] = far.avoid[1] end
    try { avoid = many }
  end,
}
