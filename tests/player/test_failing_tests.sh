#!/bin/bash
# The command `drover test`: what it says of tests that fail, and that nothing keeps the others from running.
# Usage: test_failing_tests.sh DROVER
. "$(dirname "$0")/test_scene.sh"

# The line of the assertion, the seed and the tick, and what shows them.

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
  ["no text"] = function() error({}) end,
  ["no\27[31m\ncolor"] = function() for i = 1, 300000 do print("line", i) end error("many lines") end,
}
LUA
run
check "a failure makes the status 1" [ $? -eq 1 ]
check "all tests are run" grep -q "^0 passed, 23 failed" out
check "the line is named" says "          meadow/tests/a.lua:7: not this one"
check "and the moment, with the command" says \
    "          seed 2, tick 20: drover run meadow --seed 2 --set 'season=it'\\''s hot' --set wind=2 --pause-at 20"
touch meadow/.drover/x && rm -r meadow/.drover && touch meadow/.drover
run --only "what was done"
check "what cannot be saved is reported" grep -q -- "--pause-at 5 # does not repeat what the test did, which could not be saved" out
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
check "what was expected is reported" says "          meadow/tests/a.lua:15: wind: 9 found, 8 expected"
saved=$(sed -n 's/^          seed 4, tick 5: drover //p' out)
check "acts are saved" [ "$saved" = "run meadow --load meadow/.drover/failed/a-lua-what-was-done-is-saved.snap --paused" ]
check "and the command goes there" reaches "$saved" 5
check "a script's error fails the test" \
    grep -q "meadow/tests/a.lua:20: tick 1: meadow/main.lua:5: attempt to .*arithmetic.*sheep#1 ill" out
check "with its traceback" says "              meadow/main.lua:5: in function 'worsen'"
check "unknown methods are reported" says "          meadow/tests/a.lua:22: the world has no 'cuont' (count?)"
check "unknown fields too" grep -q "meadow/tests/a.lua:23: .* has no field, slot or memory 'hungr' (hunger?)" out
check "unknown monitors" says "          meadow/tests/a.lua:24: the scenario has no monitor 'grasing' (grazing?)"
check "unknown methods of t" says "          meadow/tests/a.lua:25: t has no 'wolrd' (world?)"
check "unknown options" says "          meadow/tests/a.lua:26: t:world: no option 'sede' (seed?)"
check "unknown settings" says "          meadow/tests/a.lua:27: t:world: no setting 'wnid' (wind?)"
check "unknown events" says "          meadow/tests/a.lua:28: input: no event 'mousepresed' (mousepressed?)"
check "edits have to edit" says "          meadow/tests/a.lua:29: t:world: edits: the function for meadow/main.lua returned the source unchanged"
check "what there is" \
    says "          meadow/tests/a.lua:30: t:world: edits: cannot open 'meadow/man.lua': No such file or directory"
check "numbers are compared" says "          meadow/tests/a.lua:31: pace: 1.5 found, which is not within 0.25 of 1"
check "points" says "          meadow/tests/a.lua:32: { 1, 2 } found, which is not within 0.5 of { 1, 3 }"
check "what is no number" grep -q "meadow/tests/a.lua:33: .*nan found, which is not within 5 of 1" out
check "functions stay" says "          meadow/tests/a.lua:34: a function of the test cannot go into the scenario"
check "values stay with their world" says "          meadow/tests/a.lua:35: a value of one world cannot go into another"
check "an error in setup is reported" grep -q "meadow/tests/a.lua:37: t:world: meadow/main.lua:27: bad 'for' limit" out
check "seeds are not nested" grep -q "meadow/tests/a.lua:39: t:seeds within t:seeds" out
check "what is no text is reported" grep -q "^          meadow/tests/a.lua:[0-9]*: the script raised a table value" out
check "names are one line without control bytes" grep -q "^  FAILED  no.*color (" out
check "and not all of a flood is kept" says "          (what else was printed is left out)"
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
check "a broken file fails" fails_with 1 "  FAILED  the file loads"
check "with its line" grep -q "meadow/tests/broken.lua:[12]: " out
check "and keeps no other from running" says "  ok      fine <&> #1"
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

# A scenario that does not open

cp meadow/main.lua kept.lua
sed -i 's/drover.scenario {/drover.scenario { theem = "snow", titel = "x",/' meadow/main.lua
tests <<'LUA'
return {
  ["one"] = function(t) t:world() end,
  ["two"] = function(t) t:seeds(3, function() t:world() end) end,
  ["three"] = function(t) t:world() end,
}
LUA
run
check "why a scenario does not open is said once" [ "$(grep -c "theem: unknown key" out)" = 1 ]
check "with all mistakes" [ "$(grep -c "titel: unknown key" out)" = 1 ]
check "and each test fails" grep -q "^0 passed, 3 failed" out
check "for that reason" [ "$(grep -c "^          the scenario does not open, as above" out)" = 2 ]
mv kept.lua meadow/main.lua

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

[ "$failures" -eq 0 ]
