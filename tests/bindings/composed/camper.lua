-- It fetches wood, lights a fire, and lets it burn down.
local drover = require "drover"
local goap, schema = drover.goap, drover.schema

local function take(self)
  self.wood = self.world:random() < 0.8 -- not always what it looks for
  return true
end

local function light(self)
  self.wood, self.lit_at = false, self.world.time
  return true
end

local a = drover.kind("a", {
  body = { max_speed = 10 },
  memory = { wood = false, lit_at = -9, pace = 4 },
  states = {
    life = goap.goals {
      facts = {
        at = function(self) return self.x > 9 and "trees" or self.x < 1 and "pit" or "between" end,
        fire = function(self) return self.world.time < self.lit_at + 0.5 end,
        wood = function(self) return self.wood end,
      },
      goals = { fire = { wants = { fire = true } } },
      actions = {
        go_to_pit = { schema.attraction { target = { 0, 0 }, orbit = false }, gives = { at = "pit" } },
        go_to_trees = { schema.attraction { target = { 10, 0 }, orbit = false }, gives = { at = "trees" } },
        light = {
          schema.custom { step = light }, needs = { at = "pit", wood = true }, gives = { fire = true, wood = false },
        },
        take = { schema.custom { step = take }, needs = { at = "trees" }, gives = { wood = true } },
      },
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for y = 1, 5 do world:spawn("a", { x = 2 * y }) end
  end,
  update = function(world)
    for each in world:agents() do
      local plan = table.concat(each.schema.plan or {}, " ")
      if each.id == 1 and plan ~= world.memory.plan then print(plan) end
      if each.id == 1 then world.memory.plan = plan end
    end
  end,
}
