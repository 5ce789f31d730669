local drover = require "drover"
local when = drover.when

local function say(w)
  return function(self) print(w, self.world.tick) end
end

local a = drover.kind("a", {
  slots = { who = "agent", at = "point", far = "number" },
  on = {
    { when.has "who", say "has" },
    { when.has "at", say "has at" },
    { when.is("who", ""), say "is" },
    { when.near("who", "far"), say "near" },
    { when.far("who", 1), say "far" },
    { when.sees "who", say "sees" },
    { when.near("at", 9), say "near at" },
    { when.loses("who", 0), say "loses" },
    { when.after "far", say "after" },
    { when.every "far", say "every" },
    { ~when.has "who", say "not" },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    for s in world:agents() do
      if s.id == 1 and world.tick == 1 then
        local t = world:spawn("a", { x = 5 })
        s.who, s.at, s.far = t, t, 7
      end
      if s.id == 2 and world.tick == 3 then s:remove() end
    end
  end,
}
