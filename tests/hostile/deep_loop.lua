-- stopped after
local drover = require "drover"
return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  setup = function()
    -- To stop a script, Lua walks its whole stack.
    local function f(n)
      while n == 0 do end
      return 1 + f(n - 1)
    end
    return f(150000)
  end,
}
