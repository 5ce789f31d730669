local drover = require "drover"

-- Of these, saves drop some.
local function slots() return { level = "number", prey = "agent" } end
local function memory() return { n = 0, t = {}, gone = 1 } end

drover.group("g", { memory = memory(), slots = slots() })

local a = drover.kind("a", {
  slots = slots(),
  memory = memory(),
  initial = "calm",
  states = { calm = {}, run = {}, rest = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local group = world:new_group "g"
    group.n, group.level = 4, 40
    for i = 1, 3 do
      local one = world:spawn("a", {
        state = i > 1 and "run" or nil,
        group = group,
        n = 10 * i,
        t = { i, who = i },
        level = i / 2,
      })
      one.prey = world:spawn("a", { n = 0 })
    end
  end,
}
