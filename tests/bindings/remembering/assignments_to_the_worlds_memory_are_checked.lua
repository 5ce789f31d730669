local drover = require "drover"
local vec = drover.vec

local a = drover.kind("a", {})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local m = world.memory
    local function try(k, v)
      print(select(2, pcall(function() m[k] = v end)))
    end
    try("f", print)
    try("f", { g = { print } })
    try("f", coroutine.create(print))
    try("f", setmetatable({}, {}))
    try("f", { [1.5] = 1 })
    try("f", world.memory)
    try({}, 1)
    try(print, 1)
    try(1.5, 1)
    try(vec(1, 2), 1)
    print(next(m))
    local s = world:spawn("a", {})
    m.x, m[1], m[2], m[true], m[s], m.t = vec(1, 2), "one", 2.5, false, s, { m2 = {} }
    m.t.me = m.t
    m.u = drover.none
    for k, v in pairs(m) do
      print(k, v == m[k])
    end
    print(#m, next(m), m.t.me == m.t, rawget(m, "x"), rawlen(m), m.nothing)
    m.x = nil
    print(m.x)
    print(pcall(rawset, m, "f", print))
  end,
}
