local drover = require "drover"

drover.group("g", { memory = { m = 4 } })

local a = drover.kind("a", {
  memory = { n = 1, l = {} },
  init = function(self) self.n = 7 end,
  step = function(self)
    self.group.m = self.group.m + 1
    self.l[1] = self.group.m
    print(self.id, self.n, self.l[1])
  end,
})

return drover.scenario { kinds = { a } }
