local drover = require "drover"

return drover.scenario {
  kinds = { drover.kind("ant", {}) },
  update = function()
    print(pcall(drover.data, "herd.csv"))
    print(pcall(drover.data, "map.png"))
  end,
}
