#!/bin/bash
# The command `drover test`: what tests can do with worlds, how it is used, and that it runs them again on saves.
# Usage: test_test.sh DROVER
. "$(dirname "$0")/test_scene.sh"

# What tests can do

tests <<'LUA'
local numbers = require "numbers"
local drover = require "drover"
local goat = drover.kind("sheep", {})
return {
  ["a world is as the scenario opens it"] = function(t)
    local world = t:world()
    t:equal(world.seed, 4)
    t:equal(world.tick, 0)
    t:equal(world:count("sheep"), numbers.count, "sheep")
    t:equal(world.settings.season, "spring")
    t:equal(world.memory.list, { 1, 2, { deep = true } })
    t:equal(world.bounds.edge, "open")
  end,
  ["it steps, and until something holds"] = function(t)
    local world = t:world()
    t:equal(world:step(), false)
    t:equal(world:step(10), false)
    t:equal(world.tick, 11)
    t:equal(world:step(100, function(w) return w.tick == 20 end), true)
    t:equal(world.tick, 20)
    t:equal(world:step(5, function() end), false)
    t:equal(world:step(0), false)
    t:near(world.time, 25 / 60, 1e-9)
    t:equal(world.finished, nil)
    world:step(10000)
    t:equal(world.finished, "enough")
    t:equal(world.tick, 501)
  end,
  ["it has seeds and settings"] = function(t)
    local a, b = t:world { seed = 1 }, t:world { seed = 2, settings = { wind = 5.5, mist = true, season = "it's hot" } }
    local again = t:world { seed = 1 }
    t:equal(a.memory.first == again.memory.first, true)
    t:equal(a.memory.first == b.memory.first, false)
    t:equal(b.memory.wind, 5.5)
    t:equal(b.settings.mist, true)
    t:equal(b.settings.season, "it's hot")
    a:step(30) again:step(30)
    t:equal(a:hash(), again:hash())
  end,
  ["agents can be read and written"] = function(t)
    local world, ids = t:world(), {}
    for sheep in world:agents("sheep") do
      ids[#ids + 1] = sheep.id
      sheep.hunger = sheep.id
      sheep.goal = drover.vec(1, 2)
      sheep:become("asleep")
    end
    t:equal(ids, { 1, 2, 3, 4, 5, 6, 7 })
    world:step(2)
    t:equal(world:monitor("grazing"), 0)
    local first, apart = world:nearest("sheep", 3, 0, 0, 0.5)
    t:near(apart, 0, 0.4)
    t:equal(first.hunger, 1)
    t:equal(first.goal, drover.vec(1, 2))
    t:near(first.position, { 3, 0 }, 0.4)
    t:near(first.position, drover.vec(3, 0), 0.4)
    t:equal(tostring(first), "sheep#1")
    t:equal(first, world:agents()())
    t:equal(({ [first] = "it" })[first], "it")
    first.eaten = { 1, { first, first.position } }
    t:equal(first.eaten[2][1], first)
    t:equal(#first.eaten, 2)
    world:spawn("sheep", { x = 1, state = "asleep" })
    t:equal(world:count("sheep", { state = "asleep" }), 8)
    world:remove(first)
    t:equal(first.alive, false)
    t:equal(pcall(function() return first.x end), false)
  end,
  ["groups and tables go over"] = function(t)
    local world = t:world()
    local group, ids, list = world.memory.group, {}, {}
    for sheep in group:members() do ids[#ids + 1] = sheep.id end
    t:equal(#group, 7)
    t:equal(#ids, 7)
    for i, value in ipairs(world.memory.list) do list[i] = value end
    t:equal(list[3].deep, true)
    local keys = {}
    for key in pairs(world.memory.list[3]) do keys[#keys + 1] = key end
    t:equal(keys, { "deep" })
    group.name = "mine"
    t:equal(world.memory.group.name, "mine")
  end,
  ["people act"] = function(t)
    local world = t:world()
    world:input("mousepressed", 3, 0.5)
    t:equal(world.memory.pressed, { 3, 0.5, 1, 1 })
    world:input("mousereleased", 3, 0.5)
    world:input("mousepressed", 3, 30, 2, world:agents()())
    t:equal(world.memory.pressed, { 3, 30, 2, 1 })
    world:input("mousereleased", 3, 30, 2)
    t:equal(world.mouse, drover.vec(3, 30))
    world:input("mousemoved", 8, 0.25)
    t:equal(world.mouse, drover.vec(8, 0.25))
    world:input("wheelmoved", 1, 2)
    t:equal(world.mouse, drover.vec(8, 0.25))
    t:equal(world.memory.blown, nil)
    world:input("keypressed", "w")
    world:input("keyreleased", "w")
    t:equal(world.memory.key, nil, "the key chose the tool")
    world:input("mousemoved", 9, 0)
    t:equal(world.memory.blown, 9)
    world:input("keypressed", "x")
    t:equal(world.memory.key, "x")
    t:equal(world:key_down("x"), true)
    world:input("setting", "wind", 3)
    t:equal(world.memory.wind_set, 3)
    world:input("setting", "season", "it's hot")
    t:equal(world.settings.season, "it's hot")
  end,
  ["another file can be the scenario, and code can be edited"] = function(t)
    t:equal(t:world({ scenario = "other.lua" }).seed, 9)
    local world = t:world { edits = { ["main.lua"] = function(code) return (code:gsub("FORCE = 1", "FORCE = 2")) end } }
    t:equal(world:monitor("force"), 2)
    local edited = t:world { edits = { ["numbers.lua"] = function() return "return { count = 2 }" end } }
    t:equal(edited:count("sheep"), 2)
    t:equal(t:world():count("sheep"), 7)
  end,
  ["what modules declare is known by its name"] = function(t)
    t:equal(t:world():count(goat), 7)
  end,
  ["loops over many agents leave nothing behind"] = function(t)
    local world = t:world { edits = { ["numbers.lua"] = function() return "return { count = 5000 }" end } }
    for _ = 1, 10000 do
      local first = world:agents()()
      assert(first.alive)
    end
  end,
  ["seeds are gone through"] = function(t)
    local sum = 0
    t:equal(t:seeds(5, function(t2, seed)
      t:equal(t2:world().seed, seed)
      sum = sum + seed
    end), 5)
    t:equal(sum, 15)
  end,
  ["worlds do not get into each other's way"] = function(t)
    local a, b = t:world { seed = 1 }, t:world { seed = 2 }
    local of_a = a:agents()()
    b:step(60)
    t:near(of_a.y, 0, 1e-9)
    t:equal(of_a == b:agents()(), false)
    a:close()
    local fine, message = pcall(function() return of_a.x end)
    t:equal(fine, false)
    t:equal(message:match(": (.*)"), "the world of this value is closed")
    t:equal(select(2, pcall(function() a:step() end)):match(": (.*)"), "the world is closed")
  end,
}
LUA
check "tests of all kinds pass" fails_with 0 "  ok      people act"
check "every one of them" grep -q "^11 passed, 0 failed in " out
check "and nothing else is printed" [ ! -s err ]
check "in the order in which they are written" [ "$(sed -n 2p out | cut -d'(' -f1)" = "  ok      a world is as the scenario opens it " ]
check "only those asked for" fails_with 0 "  ok      people act" --only "people"
check "are run" grep -q "^1 passed, 0 failed" out
run --only "seeds are" --seeds 2
check "as few seeds as asked for are tried" grep -q "a.lua:[0-9]*: 2 found, 5 expected" out
run --only "seeds are" --seed 4
check "one seed alone is tried" grep -q "a.lua:[0-9]*: 1 found, 5 expected" out
check "none is an error" complains 1 "--only: no test has 'pebble' in its name" test meadow --only pebble --format tap
check "threads make no difference" run --threads 2
check "nor do two of them" grep -q "^11 passed" out

"$drover" run meadow --headless --ticks 30 --seed 1 --hash >out 2>err
hash=$(sed -n "s/^hash \([0-9a-f]*\) .*/\1/p" out)
tests <<LUA
return { ["a run is the same"] = function(t)
  local world = t:world { seed = 1 }
  world:step(30)
  t:equal(world:hash(), "$hash")
end }
LUA
check "a world is what drover run makes of it" fails_with 0 "  ok      a run is the same"
# Bad usage

rm -r meadow/tests
check "no tests: it says what to write" complains 1 \
    'meadow has no tests. Write one in meadow/tests/first.lua: return { ["it runs"] = function(t) t:world():step(60) end }' \
    test meadow
check "no folder" complains 2 "no DIR given: the folder of a scenario, with its tests in tests/" test
check "a file" complains 2 \
    "meadow/main.lua is a file: name the folder of the scenario, which has its tests in tests/" test meadow/main.lua
check "no scenario" complains 1 "no scenario at meadow/sub: there is no meadow/sub/main.lua; to write one type drover new meadow/sub" test meadow/sub
check "an unknown option" complains 2 "unknown option --seds (--seeds?); see drover test --help" test meadow --seds 1
check "an unknown format" complains 2 "--format takes text, tap or junit, not 'xml'" test meadow --format xml

# Watching

tests <<'LUA'
return { ["seven sheep"] = function(t) t:equal(t:world():count("sheep"), 7) end }
LUA
"$drover" test meadow --watch >out 2>err &
watcher=$!
said() { grep -c "$1" out | grep -qx "$2"; }
check "they are run at once" await said "1 passed, 0 failed" 1
echo "return { count = 8 }" >meadow/numbers.lua
check "and when a module is saved" await said "0 passed, 1 failed" 1
sed -i 's/, 7)/, 8)/' meadow/tests/a.lua
check "and when a test is" await said "1 passed, 0 failed" 2
kill -INT $watcher
wait $watcher
check "until it is interrupted" [ $? -eq 0 ]

[ "$failures" -eq 0 ]
