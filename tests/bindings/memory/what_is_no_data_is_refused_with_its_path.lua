local drover = require "drover"
local steer, when, vec = drover.steer, drover.when, drover.vec

local a = drover.kind("a", { memory = { m = 0 } })
local wander = steer.wander {}
local guard = when.after(1)

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn("a", {})
    local cyclic = {}
    cyclic.c = { cyclic }
    for _, v in ipairs {
      print,
      coroutine.create(print),
      wander,
      guard,
      world,
      drover.setting "x",
      drover.mouse,
      a,
      { 1, { x = print } },
      { [print] = 1 },
      { [1.5] = 1 },
      { [{}] = 1 },
      setmetatable({}, {}),
      { drover.none },
      { k = drover.mouse },
      { [1.5] = 1, [{}] = 2, [2.5] = 3, [print] = 4, [vec] = 5 },
    } do
      print(select(2, pcall(function() s.m = v end)))
    end
    for _, v in ipairs { 1, "x", false, vec(1, 2), s, cyclic, { [s] = s, [true] = {} } } do
      s.m = v
      assert(s.m == v)
    end
    local deep = {}
    local t = deep
    for _ = 1, 200 do
      t.x = {}
      t = t.x
    end
    print((select(2, pcall(function() s.m = deep end)):gsub("%.x", "")))
  end,
}
