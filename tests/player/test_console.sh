#!/bin/sh
# The console: lines of Lua in a running world are acts, so logs, replays, and rewinds have them; and they lose nothing
# when they fail. Usage: test_console.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

answered() { grep -qxF -e "$1" "$folder/answers"; }

cat >"$folder/herd.lua" <<'LUA'
local drover = require "drover"
local deer = drover.kind("deer", { memory = { n = 0 }, steer = drover.steer.wander {},
  step = function(self) self.n = self.n + 1 end })
return drover.scenario {
  kinds = { deer },
  setup = function(world) world:scatter("deer", 10) world.memory.list = { 1, x = 2 } end,
}
LUA

obey() { # options, then commands from standard input: rows in "rows", answers in "answers"
    "$drover" run "$folder/herd.lua" --headless --paused "$@" >"$folder/rows" 2>"$folder/answers"
}

printf '%s\n' 'step 30' 'lua world.tick' 'lua agent(3).n = 100' 'lua agent(3), "two", nil, agent(99)' 'step 30' \
    'lua agent(3).n' 'lua selected' 'lua world.memory' 'lua print("printed") return 7' 'lua "a\0b", { "c\0d" }' quit |
    obey --hash=1 --log "$folder/log"
shown=$folder/answers
check "an expression answers with its value" answered '30'
check "several, too" answered 'deer#3, two, nil, nil'
check "a line changes an agent" answered '130'
check "without a window nobody is selected" answered 'nil'
check "tables are shown" answered '{ list = { 1, x = 2 } }'
check "what it prints goes where scripts print" grep -qx printed "$folder/rows"
check "and it answers" answered '7'
check "a value with a zero byte is shown whole" answered 'a\0b, { c\0d }'
# Completing.
completes() { # line, names, each with its arguments
    printf '%s\n' 'lua one = agent(1)' 'lua here = one.position' "complete $1" quit | obey
    [ "$(grep -v '^printed$' "$folder/rows" | tr '\n' ' ')" = "$2" ]
}
check "a global is completed" completes 'wor' 'world '
check "one that a line has set" completes 'on' 'one '
check "one of the library" completes 'math.flo' 'floor() '
check "at any place of a line" completes 'print(1 .. 2, sel' 'select() '
check "a field of the world" completes 'world.tim' 'time '
check "a method, with its arguments" completes 'x = world:coun' 'count(kinds?, filter?) '
check "the memory of an agent" completes 'one.n' 'n '
check "after an index" completes 'world.memory.list[1].' ''
check "after names" completes 'world.memory.l' 'list '
check "a table's keys" completes 'world.memory["list"].' 'x '
check "of a vector" completes 'here:le' 'length() '
check "nothing after a call" completes 'agent(1).' ''
check "nothing in a string" completes '"wor' ''
check "nor in a comment" completes '1 -- wor' ''
check "nor after a number" completes '12' ''
check "nothing of what there is not" completes 'nobody.' ''
check "and says how many" grep -qx '0 names' "$folder/answers"
printf '%s\n' 'step 30' 'lua one = agent(1)' 'step 30' quit | obey --hash=1 --log "$folder/plain.log"
cp "$folder/rows" "$folder/plain"
printf '%s\n' 'step 30' 'lua one = agent(1)' 'complete one.' 'complete world:' complete 'complete drover.steer.' 'step 30' quit |
    obey --hash=1 --log "$folder/completed.log"
check "the world is the same without" [ "$(grep '^hash' "$folder/rows")" = "$(grep '^hash' "$folder/plain")" ]
check "and so is the log" cmp "$folder/completed.log" "$folder/plain.log"
printf '%s\n' 'step 30' 'lua world.tick' 'lua agent(3).n = 100' 'lua agent(3), "two", nil, agent(99)' 'step 30' quit |
    obey --hash=1 --log "$folder/log"

check "a replay is told the lines" \
    grep -qF '{"tick":30,"event":"lua","code":"agent(3).n = 100"}' "$folder/log"
"$drover" replay "$folder/log" >"$folder/replayed" </dev/null 2>&1
check "and comes to the same worlds" [ "$(cat "$folder/replayed")" = "replayed 60 ticks, 0 reloads, all hashes equal" ] ||
    cat "$folder/replayed"
grep '^hash' "$folder/rows" >"$folder/hashes"

printf '%s\n' 'step 30' 'lua a = agent(3)' 'step 10' 'lua a.n = a.n + 1000' 'step 40' 'lua a.n' 'rewind 0.5' 'step 5' \
    'lua a.n' 'rewind 0.5' 'lua agent(3).n' 'lua a' quit | obey --hash --log "$folder/log"
check "variables are kept from line to line" answered '1080'
check "a rewind goes to after a line" answered '1055'
check "or before it" answered '25'
"$drover" replay "$folder/log" >"$folder/replayed" </dev/null 2>&1
check "that is replayed, too" grep -q '1 rewind, all hashes equal' "$folder/replayed"

printf '%s\n' 'step 30' 'lua a = agent(3)' 'step 10' 'lua a.n = a.n + 1000' 'step 40' 'rewind 1' status \
    'lua agent(3).n' quit | obey --hash
check "a rewind passes over lines" answered 'rewound to tick 20'
check "and undoes them" answered '20'

# Going back, and forward again to a tick that the history has.
printf '%s\n' 'step 30' 'lua agent(3).n = 500' 'step 60' 'back 70' 'lua agent(3).n' quit | obey
check "a world before a line doesn't have it" answered '20'
printf '%s\n' 'step 30' 'lua agent(3).n = 500' 'step 60' 'back 30' 'lua agent(3).n' quit | obey
check "a world after a line is computed with it" answered '530'

printf '%s\n' 'lua x = 1 + nil' 'lua agent(3).n = 7 error("half")' 'lua agent(3).n' 'lua ) (' lua 'lua wrold' \
    'lua os.time()' 'lua world = 3' 'lua f = function() end' 'lua getmetatable(_ENV)' 'step 3' 'status' quit |
    obey --hash --log "$folder/log"
check "a failing line is answered" answered 'console:1: attempt to perform arithmetic on a nil value'
check "what it did before stays" answered '7'
check "what is not Lua" answered "console:1: unexpected symbol near ')'"
check "no code" answered 'lua takes code, as in lua world.time'
check "an unknown name" grep -q "^console:1: unknown global 'wrold'" "$folder/answers"
check "what the sandbox does not have" answered "console:1: attempt to index a nil value (global 'os')"
check "its own names stay" answered "console:1: 'world' is the console's own"
check "a variable is data" grep -q '^console:1: f (a variable of the console): a function cannot' "$folder/answers"
check "the run goes on, and nobody is suspended" answered \
    'tick 3 time 0.05 agents 10 suspended 0 generation 1 paused yes watching no speed max'
"$drover" replay "$folder/log" >"$folder/replayed" </dev/null 2>&1
check "a line that failed is replayed" [ "$(cat "$folder/replayed")" = "replayed 3 ticks, 0 reloads, all hashes equal" ] ||
    cat "$folder/replayed"

printf '%s\n' 'lua agent(3).n = 7 while true do end' 'lua agent(3).n' 'step 5' 'lua agent(3).n' status quit |
    obey --hash --log "$folder/log"
check "the run survives an endless line" [ $? -eq 0 ]
check "which is stopped" grep -q '^console:1: stopped after' "$folder/answers"
check "the run goes on after it" answered \
    'tick 5 time 0.08333333333333333 agents 10 suspended 0 generation 1 paused yes watching no speed max'
check "from what it did" answered '12'
"$drover" replay "$folder/log" >"$folder/replayed" </dev/null 2>&1
check "and is replayed without running it again" grep -q 'replayed 5 ticks.*all hashes equal' "$folder/replayed"

# Going back to after it does not do it again: 3 is added once.
printf '%s\n' 'step 30' 'lua agent(3).n = 100 while true do end' 'lua agent(3).n' 'step 20' 'back 5' status \
    'lua agent(3).n' quit | obey
check "a rewind across an endless line" grep -q '^tick 45 ' "$folder/answers"
check "does not run it again" answered '115'

# What a scenario keeps under the console's name is its own.
printf '%s\n' 'lua world.memory.console = 5' 'lua x = 1' 'lua world.memory.console' quit | obey
check "a scenario's own memory is not overwritten" \
    grep -qF "world.memory.console is the scenario's own, so 'x' can't be kept" "$folder/answers"
check "and stays" answered '5'

# A line during the trial of a reload that fails later: the reload is taken back, the line is done again.
(
    : >"$folder/answers"
    printf 'step 5\nlua kept = 12\nstatus\n'
    await grep -q '^tick 5 ' "$folder/answers"
    sed -i 's/self.n + 1/self.n + (self.world.tick > 19 and error("late") or 1)/' "$folder/herd.lua"
    printf 'reload\nstep 5\nlua agent(3).n = 300\nlua x = 1 + nil\nstep 20\nlua agent(3).n, kept\nstatus\nquit\n'
) | obey --log "$folder/log"
check "the reload is taken back" grep -q '^rolled back: reload 2: ' "$folder/answers"
check "the line is done again" answered '320, 12'
"$drover" replay "$folder/log" >"$folder/replayed" </dev/null 2>&1
check "as in its replay" grep -q 'all hashes equal' "$folder/replayed"

[ "$failures" -eq 0 ]
