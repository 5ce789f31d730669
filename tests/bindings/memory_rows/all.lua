-- An agent that remembers a value of each type, one that remembers nothing, and one whose friend is gone.
local drover = require "drover"

local keeper = drover.kind("keeper", {
  memory = {
    whole = 0, part = 0, odd = 0, flag = false, text = "", home = drover.none, friend = drover.none, pack = drover.none,
    steps = {}, deep = {},
  },
})
local plain = drover.kind("plain", {})
drover.group("pack", {})

return drover.scenario {
  kinds = { keeper, plain },
  setup = function(world)
    local one = world:spawn("keeper", { x = 1 })
    local two = world:spawn("plain", { x = 2 })
    local three = world:spawn("keeper", { x = 3 })
    one.whole, one.part, one.odd = math.mininteger, 1 / 3, -math.huge
    one.flag, one.text = true, "a\0b"
    one.home = drover.vec(1.5, -2, 1 / 7)
    one.friend, one.pack = two, world:new_group "pack"
    one.steps = { "first", { length = 4 } }
    one.deep = { a = { b = { c = 7 } }, [2] = "two", ["2"] = "never" }
    local gone = world:spawn("plain", { x = 4 })
    three.friend = gone
    gone:remove()
  end,
}
