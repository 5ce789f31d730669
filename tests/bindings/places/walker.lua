local drover = require "drover"
local steer, blend, when = drover.steer, drover.blend, drover.when

return drover.kind("a", {
  slots = { route = "path", wind = "flow", home = "region" },
  steer = blend.sum {
    steer.path_following { path = "route" },
    steer.flow_following { flow = "wind" },
  },
  on = { when.inside "home", when.off_path(3), when.leads() },
})
