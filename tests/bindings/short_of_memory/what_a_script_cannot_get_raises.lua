local drover = require "drover"
local steer, vec = drover.steer, drover.vec

local stray = steer.wander {}
drover.group("g", { memory = { l = {} } })
local a = drover.kind("a", { memory = { l = {} }, slots = { p = "point" } })

local calls = {
  function(w) w:spawn("a", { l = { 1 } }) end,
  function(w) w:scatter("a", 3) end,
  function(w) w:new_group "g" end,
  function(w, s) s.group = w:new_group "g" end,
  function(_, s) s.mass = 3 end,
  function(_, s) s.color = "red" end,
  function(w, s) s.label = "x" .. w.tick end,
  function(w) w:obstacle { polygon = { { 60, 60 }, { 70, 60 }, { 65, 70 } } } end,
  function(_, s) s:emit("x", 3) end,
  function(_, s) s:apply(stray) end,
  function(_, s) s:steering(stray) end,
  function(_, s)
    for _ in s:neighbors("a", 30) do
    end
  end,
  function(w)
    for _ in w:agents() do
    end
  end,
  function(_, s) s.p = vec(1, 2) end,
  function(_, s) s.l = { { 1 } } end,
  function(w) w:finish "done" end,
}

return drover.scenario {
  kinds = { a },
  settings = { drover.slider("call", 0, { max = 99 }) },
  setup = function(w) w:scatter("a", 20) end,
  update = function(w)
    local s = w:agents()()
    local call = calls[w.settings.call // 1 | 0]
    if call then pcall(call, w, s) end
  end,
}
