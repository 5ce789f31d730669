local drover = require "drover"

local all = {}

local does = {
  function() end,
  function(self)
    self:remove()
    print(self.alive, select(2, pcall(function() return self.x end)))
  end,
  function() all[4]:remove() end,
  function() print "removed" end,
  function() all[6]:become "two" end,
  function(self) print(self.state) end,
  function() return "two" end,
  function() return "too" end,
  function() error "alas" end,
  function(self) self:become "two" end,
  function(self)
    all[1].age = 7
    print(self.age)
  end,
}

local two = { enter = function(self, from) print(from, self.id) end }

local a = drover.kind("a", {
  memory = { age = 3 },
  initial = "one",
  states = {
    two = two,
    one = {
      step = function(self)
        print(self.id)
        return does[self.id](self)
      end,
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 11 do
      all[i] = world:spawn("a", {})
    end
  end,
}
