-- 'step' of ant used
local drover = require "drover"
local ant = drover.kind("ant", {
  step = function(self)
    for _ = 1, 100 do
      for _ in self:neighbors(nil, 1e9) do end -- luacheck: ignore (it is asked, not answered)
    end
  end,
})
return drover.scenario {
  kinds = { ant },
  setup = function(world) world:scatter("ant", 5000) end,
}
