#!/bin/bash
# The command `drover test`: what tests can do with worlds, what is said of one that fails, and that nothing keeps the
# others from running. Usage: test_test.sh DROVER
set -uo pipefail

drover=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d) || exit 1
. "$here/../live.sh"
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

check() { # what must hold, then a test
    local what=$1
    shift
    if "$@"; then
        echo "ok: $what"
    else
        echo "FAILED: $what ($*)"
        cat out err 2>/dev/null
        failures=$((failures + 1))
    fi
}

# Write the one test file there is; its body comes on stdin.
tests() { rm -rf meadow/tests meadow/.drover/failed && mkdir -p meadow/tests && cat >"meadow/tests/${1-a}.lua"; }
run() { "$drover" test meadow "$@" >out 2>err; }
says() { grep -qxF -- "$1" out; }
fails_with() { # status, line of the output, then the options
    local status=$1 line=$2
    shift 2
    run "$@"
    [ $? -eq "$status" ] && says "$line"
}
complains() { # status, message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >out 2>err
    [ $? -eq "$status" ] && [ ! -s out ] && [ "$(cat err)" = "drover: $message" ]
}

mkdir -p meadow/sub
cat >meadow/numbers.lua <<'LUA'
return { count = 7 }
LUA
cat >meadow/main.lua <<'LUA'
local drover = require "drover"
local steer = drover.steer
local numbers = require "numbers"
local FORCE = 1
local function worsen(sheep) sheep.hunger = sheep.hunger + sheep.eaten end
local sheep = drover.kind("sheep", {
  body = { radius = 1, max_speed = 4 },
  slots = { goal = "point" },
  memory = { hunger = 0, eaten = {} },
  initial = "grazing",
  states = {
    grazing = { steer = steer.seek { target = "goal" } },
    asleep = {},
    ill = { step = function(self) worsen(self) end },
  },
})
local herd = drover.group("herd", { memory = { name = "none" } })
return drover.scenario {
  kinds = { sheep }, seed = 4,
  settings = { drover.slider("wind", 1, { min = 0, max = 100 }), drover.toggle("mist", false),
    drover.choice("season", "spring", { "spring", "it's hot" }) },
  monitors = { grazing = function(world) return world:count("sheep", { state = "grazing" }) end,
    force = function() return FORCE end },
  tools = { wind = { key = "w", mousemoved = function(world, x) world.memory.blown = x end } },
  setup = function(world, settings)
    local group = world:new_group(herd)
    for i = 1, numbers.count do world:spawn("sheep", { x = 3 * i, group = group, goal = { 0, 50 } }) end
    world.memory.wind, world.memory.list, world.memory.group = settings.wind, { 1, 2, { deep = true } }, group
    world.memory.first = world:random()
    print("set up")
  end,
  setting = function(world, name, value) world.memory[name .. "_set"] = value end,
  mousepressed = function(world, x, y, button, agent)
    world.memory.pressed = { x, y, button, agent and agent.id or 0 }
  end,
  keypressed = function(world, key) world.memory.key = key end,
  update = function(world) if world.tick == 500 then world:finish("enough") end end,
}
LUA
sed 's/kinds = { sheep }, seed = 4/kinds = { sheep }, seed = 9/' meadow/main.lua >meadow/other.lua

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
    world:input("mousemoved", 8, 0)
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
check "tests of all kinds pass" fails_with 0 "  ok      people act (0.0 s)"
check "every one of them" grep -q "^11 passed, 0 failed in " out
check "and nothing else is printed" [ ! -s err ]
check "in the order in which they are written" [ "$(sed -n 2p out | cut -d'(' -f1)" = "  ok      a world is as the scenario opens it " ]
check "only those asked for" fails_with 0 "  ok      people act (0.0 s)" --only "people"
check "are run" grep -q "^1 passed, 0 failed" out
run --only "seeds are" --seeds 2
check "as few seeds as asked for are tried" grep -q "a.lua:[0-9]*: 2 found, 5 expected" out
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
check "a world is what drover run makes of it" fails_with 0 "  ok      a run is the same (0.0 s)"
# What is said of a failure. The line of the assertion, the seed and the tick, and what shows them.

tests <<'LUA'
return {
  ["a seed fails"] = function(t)
    t:seeds(3, function(t2, seed)
      local world = t2:world { settings = { wind = 2, season = "it's hot" } }
      world:step(10 * seed)
      print("seed", seed)
      assert(seed ~= 2, "not this one")
    end)
  end,
  ["what was done is saved"] = function(t)
    local world = t:world()
    world:step(5)
    world:input("setting", "wind", 9)
    world:agents()().label = "this"
    t:equal(world.settings.wind, 8, "wind")
  end,
  ["a script fails"] = function(t)
    local world = t:world()
    world:agents()():become("ill")
    world:step(30)
  end,
  ["the world has no such thing"] = function(t) return t:world():cuont("sheep") end,
  ["nor have agents"] = function(t) return t:world():agents()().hungr end,
  ["nor a monitor"] = function(t) t:world():monitor("grasing") end,
  ["nor t"] = function(t) t:wolrd() end,
  ["no such option"] = function(t) t:world { sede = 1 } end,
  ["no such setting"] = function(t) t:world { settings = { wnid = 1 } } end,
  ["no such event"] = function(t) t:world():input("mousepresed") end,
  ["an edit that edits nothing"] = function(t) t:world { edits = { ["main.lua"] = function(code) return code end } } end,
  ["an edit of nothing"] = function(t) t:world { edits = { ["man.lua"] = function(code) return code end } } end,
  ["near says what it found"] = function(t) t:near(1.5, 1, 0.25, "pace") end,
  ["points too"] = function(t) t:near({ 1, 2 }, { 1, 3 }, 0.5) end,
  ["nothing is near what is no number"] = function(t) t:near(0 / 0, 1, 5) end,
  ["functions do not cross"] = function(t) t:world().memory.f = function() end end,
  ["values of two worlds do not mix"] = function(t) t:world().memory.list = t:world().memory.list end,
  ["setup fails"] = function(t)
    t:world { edits = { ["numbers.lua"] = function() return "return { count = 'x' }" end } }
  end,
  ["seeds do not nest"] = function(t) t:seeds(1, function() t:seeds(1, function() end) end) end,
  ["it cannot hide what failed"] = function(t) pcall(t.seeds, t, 1, function() error("hidden") end) end,
  ["no way out"] = function() os.exit(0) end,
}
LUA
run
check "a failure makes the status 1" [ $? -eq 1 ]
check "all tests are run" grep -q "^0 passed, 21 failed" out
check "the line is named" says "          meadow/tests/a.lua:7: not this one"
check "and the moment, with the command" says \
    "          seed 2, tick 20: drover run meadow --seed 2 --set 'season=it'\\''s hot' --set wind=2 --pause-at 20"
touch meadow/.drover/x && rm -r meadow/.drover && touch meadow/.drover
run --only "what was done"
check "what cannot be saved is told" grep -q -- "--pause-at 5 # without what the test did, which could not be saved" out
rm meadow/.drover
run
command=$(sed -n 's/^          seed 2, tick 20: drover //p' out)
asked_paused() { echo status >&3 && grep -q "paused yes" state; }
reaches() { # the command, tick: where it pauses
    mkfifo commands
    eval "'$drover' ${1#drover } --headless" <commands 2>state >/dev/null &
    local asked=$!
    exec 3>commands
    await asked_paused
    echo quit >&3
    wait $asked
    exec 3>&-
    rm commands
    [ "$(grep -o "tick [0-9]* .*paused yes" state | head -1 | cut -d' ' -f1,2)" = "tick $2" ]
}
check "which pauses there" reaches "$command" 20
check "what seeds print is shown" says "          seed 1"
check "what was expected is told" says "          meadow/tests/a.lua:15: wind: 9 found, 8 expected"
saved=$(sed -n 's/^          seed 4, tick 5: drover //p' out)
check "acts are saved" [ "$saved" = "run meadow --load meadow/.drover/failed/a-lua-what-was-done-is-saved.snap --paused" ]
check "and the command goes there" reaches "$saved" 5
check "a script's error fails the test" \
    grep -q "meadow/tests/a.lua:20: tick 1: meadow/main.lua:5: attempt to .*arithmetic.*sheep#1 ill" out
check "with its traceback" says "              meadow/main.lua:5: in function 'worsen'"
check "unknown methods are told" says "          meadow/tests/a.lua:22: the world has no 'cuont' (count?)"
check "unknown fields too" grep -q "meadow/tests/a.lua:23: .* has no field, slot or memory 'hungr' (hunger?)" out
check "unknown monitors" says "          meadow/tests/a.lua:24: the scenario has no monitor 'grasing' (grazing?)"
check "unknown methods of t" says "          meadow/tests/a.lua:25: t has no 'wolrd' (world?)"
check "unknown options" says "          meadow/tests/a.lua:26: t:world: no option 'sede' (seed?)"
check "unknown settings" says "          meadow/tests/a.lua:27: t:world: no setting 'wnid' (wind?)"
check "unknown events" says "          meadow/tests/a.lua:28: input: no event 'mousepresed' (mousepressed?)"
check "edits have to edit" says "          meadow/tests/a.lua:29: t:world: edits: meadow/main.lua stays as it is"
check "what there is" \
    says "          meadow/tests/a.lua:30: t:world: edits: cannot read meadow/man.lua: No such file or directory"
check "numbers are compared" says "          meadow/tests/a.lua:31: pace: 1.5 found, which is not within 0.25 of 1"
check "points" says "          meadow/tests/a.lua:32: { 1, 2 } found, which is not within 0.5 of { 1, 3 }"
check "what is no number" grep -q "meadow/tests/a.lua:33: .*nan found, which is not within 5 of 1" out
check "functions stay" says "          meadow/tests/a.lua:34: a function of the test cannot go into the scenario"
check "values stay with their world" says "          meadow/tests/a.lua:35: a value of one world cannot go into another"
check "an error in setup is told" grep -q "meadow/tests/a.lua:37: t:world: meadow/main.lua:27: bad 'for' limit" out
check "seeds are not nested" grep -q "meadow/tests/a.lua:39: t:seeds within t:seeds" out
check "failures cannot be hidden" says "          meadow/tests/a.lua:40: hidden"
check "tests are in the sandbox" grep -q "meadow/tests/a.lua:41: attempt to index a nil value (global 'os')" out

# Files

tests broken <<'LUA'
return { ["x"] = function(t
LUA
cat >meadow/tests/empty.lua <<'LUA'
LUA
cat >meadow/tests/fine.lua <<'LUA'
return { ["fine <&> #1"] = function(t) t:world():step(1) end }
LUA
cat >meadow/tests/wrong.lua <<'LUA'
return { "x" }
LUA
cat >meadow/tests/missing.lua <<'LUA'
return { x = require "nmubers" }
LUA
check "a broken file fails" fails_with 1 "  FAILED  the file loads (0.0 s)"
check "with its line" grep -q "meadow/tests/broken.lua:[12]: " out
check "and keeps no other from running" says "  ok      fine <&> #1 (0.0 s)"
check "nor one that returns nothing" grep -q "tests/empty.lua: a table of tests expected, got nil" out
check "or no tests" grep -q "tests/wrong.lua: a test is a name and a function, found 1 = a string" out
check "or misses a module" grep -q 'meadow/tests/missing.lua:1: require "nmubers": .*numbers' out
check "they are counted" grep -q "^1 passed, 4 failed" out
run --format tap
check "TAP has a plan" says "1..5"
check "and escapes directives" says 'ok 3 - tests/fine.lua: fine <&> \#1'
check "and failures" grep -q "^not ok 1 - tests/broken.lua: the file loads$" out
run --format junit
check "JUnit is XML" python3 -c "
import xml.etree.ElementTree as tree
suite = tree.parse('out').getroot().find('testsuite')
cases = suite.findall('testcase')
assert len(cases) == 5 and len(suite.findall('testcase/failure')) == 4
assert cases[2].get('name') == 'fine <&> #1', cases[2].get('name')"

# Stopped

tests <<'LUA'
return {
  ["endless"] = function() while true do end end,
  ["endless steps"] = function(t) local world = t:world() while true do world:step(0) world:step(1) end end,
  ["an endless seed"] = function(t) t:seeds(2, function() while true do end end) end,
  ["an endless callback"] = function(t) t:world():step(9, function() while true do end end) end,
  ["one that goes on"] = function(t) t:world() end,
}
LUA
run --budget 0.2
check "what does not end is stopped" grep -q "meadow/tests/a.lua:2: stopped after 0.2 s" out
check "so is a seed" grep -q "meadow/tests/a.lua:4: stopped after 0.2 s" out
check "and what step calls" grep -q "meadow/tests/a.lua:5: stopped after 0.2 s" out
check "and the next one runs" grep -q "^1 passed, 4 failed" out

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
