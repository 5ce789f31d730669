local drover = require "drover"

local moth = drover.kind("moth", { timers = { wake = function() end } })

return drover.scenario {
  kinds = { moth, drover.kind("bat", {}) },
  timers = { dawn = function() end },
  setup = function(world)
    local one, bat, gone = world:spawn("moth", {}), world:spawn("bat", {}), world:spawn("moth", {})
    gone:after(0.1, "wake")
    gone:remove()
    for _, call in ipairs {
      function() one:after(1, "wke") end,
      function() bat:after(1, "wake") end,
      function() world:after(1, "wake") end,
      function() world:after(-1, "dawn") end,
      function() world:after(0 / 0, "dawn") end,
      function() world:after(math.huge, "dawn") end,
      function() world:after("soon", "dawn") end,
      function() world:after(1) end,
      function() one:after(1, "wake", print) end,
      function() one:after(1, "wake", { list = { 1, print } }) end,
      function() one:after(1, "wake", { [0.5] = 1 }) end,
      function() gone:after(1, "wake") end,
      function() gone:cancel "wake" end,
      function() one:cancel "wke" end,
      function() one.after = 1 end,
    } do
      print(select(2, pcall(call)))
    end
  end,
}
