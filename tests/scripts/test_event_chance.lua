-- The `chance` of guards about events, over 1,000 agents: about that share of them, and the same ones on every number
-- of threads.
-- Usage: lua5.4 test_event_chance.lua DROVER

package.path = arg[0]:match("^(.*)/") .. "/?.lua;" .. package.path

local unit = require "luaunit"
local scenario = require "scenario"
scenario.program = table.remove(arg, 1)

--- 1,000 agents in 500 pairs that touch. All arrive, touch, and hear a call at once, and an interval ends after 0.5 s.
local SOURCE = [[
local function counts(name)
  return function(self) self.world.memory[name] = (self.world.memory[name] or 0) + 1 self[name] = true end
end
local P = { chance = 0.2 }
local a = drover.kind("a", {
  body = { solid = false },
  memory = { every = false, hears = false, arrived = false, collided = false, beside = false },
  initial = "one",
  states = {
    one = {
      on = {
        { ~when.lua(function(self) return self.every end) & when.every(0.5, P), counts "every" },
        { when.hears("call", P), counts "hears" },
        {
          when.arrived({ 0, 0 }, { distance = 1000, chance = "p" })
            & when.lua(function(self) return not self.arrived end),
          counts "arrived",
        },
        { when.collided("a", { chance = drover.setting "p" }) & when.lua(function(self) return not self.collided end),
          counts "collided" },
      },
    },
  },
  slots = { p = "number" },
})
return drover.scenario {
  kinds = { a }, seed = SEED, settings = { drover.slider("p", 0.2) },
  bounds = { min = { -100, -100 }, max = { 100, 100 } },
  setup = function(world)
    for i = 0, 499 do
      for k = 0, 1 do
        world:spawn("a", { x = i % 25 * 4 - 48 + k * 0.5, y = i // 25 * 4 - 40, p = 0.2 })
      end
    end
  end,
  update = function(world)
    if world.tick == 5 then world:emit "call" end
    if world.tick == 40 then
      local m, sum = world.memory, 0
      for each in world:agents() do
        for i, name in ipairs { "every", "hears", "arrived", "collided" } do
          if each[name] then sum = (sum * 31 + each.id * i) % 1000003 end
        end
      end
      print(m.every, m.hears, m.arrived, m.collided, sum)
    end
  end,
}
]]

local TestEventChance = {}

for seed = 1, 5 do
  TestEventChance["test_a_fifth_of_all_with_seed_" .. seed] = function()
    local source = SOURCE:gsub("SEED", tostring(seed))
    local lines = scenario.run(source, 41, "--threads 1")
    unit.assertEquals(#lines, 1, table.concat(lines, "\n"))
    local numbers = {}
    for number in lines[1]:gmatch "%d+" do numbers[#numbers + 1] = tonumber(number) end
    unit.assertEquals(#numbers, 5, lines[1])
    -- Five standard deviations: 5 · sqrt(1000 · 0.2 · 0.8) = 63.
    for i = 1, 4 do unit.assertAlmostEquals(numbers[i], 200, 63) end
    for threads = 2, 4, 2 do
      unit.assertEquals(scenario.run(source, 41, "--threads " .. threads), lines)
    end
  end
end

os.exit(unit.LuaUnit.new():runSuiteByInstances({ { "event chance", TestEventChance } }))
