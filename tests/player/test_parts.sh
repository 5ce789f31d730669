#!/bin/sh
# The parts of an agent's state: nodes of trees, options, layers, and schemas, as the command why lists
# them, and as the inspector draws them. Usage: test_parts.sh PROGRAM. What needs a window is left out where
# Xvfb or ImageMagick is missing.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

mkdir "$folder/scene"
cat >"$folder/scene/main.lua" <<'LUA'
local drover = require "drover"
local steer, tree = drover.steer, drover.tree

local function is_hungry(self) return self.world.tick >= 5 end

local function eat(self)
  if self.world.tick == 20 then error("a bone", 0) end
  return "running"
end

local one = drover.kind("one", {
  initial = "life",
  states = {
    life = tree.selector {
      tree.sequence { tree.condition(is_hungry), tree.steer(steer.seek { target = { 50, 0 } }, eat) },
      tree.wait(100),
    },
  },
})
local two = drover.kind("two", {
  initial = "life",
  states = {
    life = drover.utility.best {
      options = {
        eat = { score = function(self) return self.world.tick >= 5 and 0.75 or 0.5 end },
        rest = { score = function() return 0.625 end },
      },
    },
  },
})
local three = drover.kind("three", { initial = "life", states = { life = {} } })
local always = tree.condition(function() return true end)
local errands = {}
for i = 1, 12 do errands[i] = always end
errands[13] = tree.condition(function() return false end)
local four = drover.kind("four", {
  initial = "life",
  states = { life = tree.selector { tree.sequence(errands), tree.wait(100) } },
})
return drover.scenario {
  kinds = { one, two, three, four },
  effects = false,
  setup = function(world)
    world:spawn("one", { x = 10 })
    world:spawn("two", { x = 20 })
    world:spawn("three", { x = 30 })
    world:spawn("four", { x = 40 })
  end,
}
LUA

# As text

run_lines() { # options; commands on standard input
    "$drover" run "$folder/scene" --headless --paused "$@" >"$folder/tables" 2>"$folder/answers"
}
tables() { # what the tables say, without the paths before names of files
    sed 's/([^ ]*main.lua/(main.lua/; s/  *$//; s/   */  /g' "$folder/tables"
}
shown=$folder/tables
printf '%s\n' 'why 1' 'step 1' 'why 1' 'why 2' 'why 3' quit | run_lines --explain
check "a tree and an option as lines" [ "$(tables)" = "$(cat <<'TABLE'
Behavior tree, not known before its next step
  selector  not run (main.lua:14)
  sequence  not run (main.lua:15)
  condition is_hungry  not run (main.lua:15)
  steer eat: seek  not run (main.lua:15)
  wait 100 s  not run (main.lua:16)
Behavior tree, in the last tick
> selector  running (main.lua:14)
  sequence  failed (main.lua:15)
  condition is_hungry  failed (main.lua:15)
  steer eat: seek  not run (main.lua:15)
>  wait 100 s  running (main.lua:16)
Utility, in the last tick
  eat  0.5, not chosen (main.lua:25)
> rest  0.625, chosen (main.lua:26)
TABLE
)" ]
check "below what why says otherwise" grep -q '^one#1: life for 0.0 s' "$folder/answers"
printf '%s\n' 'step 6' 'why 1' 'why 2' quit | run_lines --explain
check "and what changes from a tick to the next" [ "$(tables | grep -c \
    -e '^>  sequence  running' -e '^  condition is_hungry  done' -e '^>  steer eat: seek  running' \
    -e '^  wait 100 s  not run' -e '^> eat  0.75, chosen' -e '^  rest  0.625, not chosen')" -eq 6 ]
printf '%s\n' 'step 30' 'why 1' quit | run_lines --explain
check "a part that raised an error" [ "$(tables | grep -c -e '^  steer eat: seek  error' \
    -e '^Behavior tree, 0.2 s ago')" -eq 2 ]
printf '%s\n' 'step 8' 'back 4' 'why 1' 'step 1' 'why 1' quit | run_lines --explain
check "after a rewind, only what was done by then" [ "$(tables | grep -c 'is_hungry  failed')" -eq 2 ]

# The world is the same, whether anybody looks or not.
"$drover" run "$folder/scene" --headless --ticks 30 --hash=1 --no-watch </dev/null >"$folder/plain" 2>/dev/null
"$drover" run "$folder/scene" --headless --ticks 30 --hash=1 --no-watch --explain </dev/null \
    >"$folder/explained" 2>/dev/null
check "hashes are printed" [ "$(wc -l <"$folder/plain")" -ge 30 ]
check "and are the same with --explain" cmp "$folder/plain" "$folder/explained"

# In a window

for tool in Xvfb convert xdotool perl; do
    command -v "$tool" >/dev/null || { echo "skipped in part: no $tool"; exit "$failures"; }
done
open_display 1000x700 || { echo "skipped in part: Xvfb does not start"; exit "$failures"; }
shown=

tree='inspector/Behavior tree'
rows() { ask widget | sed -n "s|.*  $1/||p"; } # of a section
look() { # agent, tick
    ask "find $1" >/dev/null
    now=$(ask status | cut -d' ' -f2)
    [ "$now" -eq "$2" ] || ask "step $(($2 - now))" >/dev/null
    await_frames
}
# How many pixels of a row have a color.
marks() { # row, color
    pixels "$(last_frame)" "$2" "$(part_of "$1")"
}
green='#9ccf7c' red='#e5483d' bar='#46533f'
start_window "$folder/scene" --paused --ticks 100000 --size 1000x700 --hash=1 --no-watch >"$folder/seen" 2>/dev/null
look three 2
check "a state without parts has no section" [ -z "$(rows "$tree")$(rows inspector/Utility)" ]
look one 3
check "parts are in those that they belong to" [ "$(rows "$tree")" = "selector
selector/sequence
selector/sequence/condition is_hungry
selector/sequence/steer eat: seek
selector/wait 100 s" ]
check "what failed has a red cross" [ "$(marks "$tree/selector/sequence" $red)" -gt 10 ]
check "what runs has none" [ "$(marks "$tree/selector/wait 100 s" $red)" -eq 0 ]
look two 3
before=$(marks inspector/Utility/eat $bar)
check "scores are bars" [ "$before" -gt 1000 ]
look four 3
check "of many parts, those that do not run are folded" [ "$(rows "$tree" | grep -c condition)" -eq 0 ]
check "but not as text" [ "$(printf '%s\n' 'step 3' 'why 4' quit | "$drover" run "$folder/scene" --headless --paused \
    --explain 2>/dev/null | grep -c ' done ')" -eq 12 ]
look one 8
check "what is done has a green check" [ "$(marks "$tree/selector/sequence/condition is_hungry" $green)" -gt 10 ]
check "and no red cross" [ "$(marks "$tree/selector/sequence/condition is_hungry" $red)" -eq 0 ]
look two 8
check "bars are as long as the scores" [ "$(marks inspector/Utility/eat $bar)" -ne "$before" ]
check "and hashes are the same in a window" [ "$(grep -c . "$folder/seen")" -ge 8 ]
ask quit >/dev/null
await_end
head -8 "$folder/plain" >"$folder/first"
head -8 "$folder/seen" | check "as without one" cmp - "$folder/first"

# A click on the first part that failed opens the line where it is written.
cat >"$folder/fake" <<'SH'
#!/bin/sh
printf '%s|' "$@" >>"$FOLDER/opened"
SH
chmod +x "$folder/fake"
FOLDER=$folder VISUAL=$folder/fake
export FOLDER VISUAL
: >"$folder/opened"
start_window "$folder/scene" --paused --ticks 100000 --size 1000x700 --select 1 --no-watch >/dev/null 2>"$folder/notices"
ask 'step 3' >/dev/null
click "$tree/selector/sequence"
check "a click opens the line of a part" await grep -qs "^+15|.*main.lua|" "$folder/opened"
check "at the socket, too, the parts follow" sh -c "echo '$(ask 'why 1')' | grep -q '^Behavior tree'"

[ "$failures" -eq 0 ]
