#!/bin/sh
# Commands on standard input of a headless run: each is obeyed between two ticks and answered, and none does harm.
# Usage: test_commands.sh PROGRAM.
set -u

drover=$1
. "$(dirname "$0")/../live.sh"

answered() { grep -qxF -e "$1" "$folder/answers"; }

cat >"$folder/herd.lua" <<'LUA'
local drover = require "drover"
local steps = 0
local deer = drover.kind("deer", { memory = { n = 0 }, steer = drover.steer.wander {},
  step = function(self) self.n = self.n + 1 end })
return drover.scenario {
  kinds = { deer },
  settings = { drover.slider("births", 10, { min = 1, max = 100, step = 1 }) },
  monitors = { sum = function(world) local n = 0 for d in world:agents() do n = n + d.n end return n end },
  setup = function(world) steps = 7 world:scatter("deer", 10) end,
  update = function(world)
    steps = steps + 1
    if steps % world.settings.births == 0 then world:scatter("deer", 1) end
  end,
}
LUA
cp "$folder/herd.lua" "$folder/other.lua"

obey() { # options, then commands from standard input: rows in "rows", answers in "answers"
    "$drover" run "$folder/herd.lua" --headless "$@" >"$folder/rows" 2>"$folder/answers"
}

printf '%s\n' status 'step 90' status 'rewind 0.1' 'set births=5' status 'stpe' 'step x' 'step 0' \
    'pause now' 'set births' 'set brths=1' 'set births=1000' 'watch maybe' 'rewind ten' 'compare' \
    'undo' 'reload' help 'help rewind' 'help stpe' fit '  step   2  ' quit 'step 100' | obey --paused --hash
check "commands end a run with status 0" [ $? -eq 0 ]
check "it begins paused" \
    answered 'tick 0 time 0 agents 10 suspended 0 generation 1 paused yes watching no speed max'
check "steps are steps" \
    answered 'tick 90 time 1.5 agents 19 suspended 0 generation 1 paused yes watching no speed max'
check "rewinding leads to the exact tick" answered "rewound to tick 84"
check "settings are set" answered 'births is 5'
check "the world is the earlier one, the code is loaded again" \
    answered 'tick 84 time 1.4 agents 18 suspended 0 generation 1 paused yes watching no speed max'
check "a wrong word is answered with the nearest" \
    answered "no command 'stpe' (step?); help lists them"
check "a step of no number" answered "step takes a whole number from 1 to 1000000000, not 'x'"
check "a step of nothing" answered "step takes a whole number from 1 to 1000000000, not '0'"
check "what takes nothing" answered "pause takes no argument, not 'now'"
check "a setting without a value" answered "set takes NAME=VALUE, not 'births'"
check "a setting there is not" answered "no setting 'brths' (births?)"
check "a value that cannot be" grep -q '1000' "$folder/answers"
check "watching takes on or off" answered "watch takes on or off, not 'maybe'"
check "rewinding takes seconds" answered "rewind takes a number of seconds, not 'ten'"
check "nothing to compare" answered "cannot compare: nothing has been reloaded yet"
check "nothing to undo" grep -q 'no reload to undo' "$folder/answers"
check "nothing to reload" answered "reload: no loaded file has changed"
check "help names all" answered "commands: reload, reload!, undo, pause, resume, play, step [N], restart, status, \
rewind [SECONDS], back [N], compare [TICKS], set NAME=VALUE, press TITLE, numbers [FILE], \
number FILE:LINE[:COLUMN] NUMBER, watch [on|off], ghost [on|off], what_if [on|off], mods, \
mod on|off NAME, why AGENT, inspect [AGENT], events [N], lua CODE, complete [CODE], expression [CODE], no_expression N|all, save FILE, quit, help [COMMAND]; of a window: speed X|max|slower|faster, fit, zoom in|out, \
pan left|right|up|down, turn left|right|up|down, plan [on|off], camera [X,Y,WIDTH[,YAW,PITCH[,Z]]], trails [on|off], thoughts [on|off], density [on|off|auto], fields [FIELD] [on|off], links [LINK] [on|off], comparison [on|off], bookmark, plots FILE, keys [on|off], console [on|off], \
find [TEXT], follow [on|off], pin [AGENT], unpin [AGENT], edit FILE:LINE, panel [on|off], inspector [on|off], widget [NAME], reset_layout, arrange [on|off], delete, escape"
check "and explains one" answered "rewind [SECONDS]: go back, by 10 seconds by default; key backspace for 1, \
shift+backspace for 10"
check "of those there are" answered "help takes the name of a command, not 'stpe'"
check "what needs a window is refused without one" answered "fit needs a window, and this run has none"
check "spaces do not matter" answered "paused at tick 86"
check "quit ends the run" answered "ending at tick 86"
check "and nothing after it is obeyed" [ "$(tail -n 1 "$folder/answers")" = "ending at tick 86" ]
check "stdout has the hash alone" [ "$(wc -l <"$folder/rows")" -eq 1 ]
check "of the tick where it ended" grep -q '^hash [0-9a-f]\{16\} tick 86 ' "$folder/rows"

printf '%s\n' 'step 20' restart status 'step 20' play watch ghost ghost quit | obey --paused --hash=20
check "a run starts again" answered 'restarted at tick 0'
check "with the same settings, and is paused" \
    answered 'tick 0 time 0 agents 10 suspended 0 generation 1 paused yes watching no speed max'
check "and comes to the same world" \
    [ "$(grep -c '^hash' "$folder/rows")" -ge 2 -a "$(sort -u "$folder/rows" | grep -c ' tick 20 ')" -eq 1 ]
check "play goes on after a pause" answered 'resumed at tick 20'
check "what is on or off is switched" answered 'watching the files'
check "to and fro" [ "$(tail -n 3 "$folder/answers" | head -n 2 | tr '\n' ' ')" = \
    "ghost: begins with the next accepted save ghost: off " ]

# The first of three is gone: numbers of agents are not positions.
cat >"$folder/pups.lua" <<'LUA'
local drover = require "drover"
local pup = drover.kind("pup", { initial = "calm", states = {
  calm = { on = { { drover.when.after(0.05), "alert" } } }, alert = {} } })
local stone = drover.kind("stone", {})
return drover.scenario {
  kinds = { pup, stone },
  setup = function(world) for _ = 1, 3 do world:spawn("pup", {}) end world:spawn("stone", {}) end,
  update = function(world)
    for one in world:agents "pup" do if one.id == 1 then one:remove() end end
  end,
}
LUA
ask() { # options; asks in two moments
    printf '%s\n' 'step 1' 'why 2' 'step 8' 'why 3' 'why pup#3' 'why wolf#3' 'why 1' 'why 5' 'why 0' 'why x' why \
        'why 4' quit | "$drover" run "$folder/pups.lua" --headless --paused "$@" 2>"$folder/answers"
}
ask --explain
check "no change yet" answered "pup#2: calm for 0.0 s, and no change is kept"
check "why an agent changed" \
    [ "$(grep -c "^pup#3: alert 0.1 s ago: 0.05 s had passed ([^ ]*pups.lua:3)$" "$folder/answers")" -eq 2 ]
for _ in 1 2 3 4 5 6; do printf '%s\n' 'step 1' 'why 2'; done |
    "$drover" run "$folder/pups.lua" --headless --paused --explain --ticks 7 2>"$folder/now"
check "why it changed just now" grep -q "^pup#2: alert just now: 0.05 s had passed" "$folder/now"
check "which is not zero seconds ago" [ "$(grep -c '0\.0 s ago' "$folder/now")" -eq 0 ]
check "a kind without states" answered "stone#4: its kind has no states"
for name in 'wolf#3' 1 5 0 x ''; do
    check "no agent '$name'" answered "why takes the number of an agent, as in why 152, not '$name'"
done
ask
check "why has to be asked for" answered "nothing is kept to say why; run with --explain"

# Each pup that goes is an incident, and so is what a script emits.
sed -i 's/one:remove() end/one:emit("yelp", 5) one:remove() end/' "$folder/pups.lua"
printf '%s\n' events 'step 3' events 'events 1' 'events 0' quit |
    "$drover" run "$folder/pups.lua" --headless --paused --explain 2>"$folder/answers" >"$folder/events"
check "nothing at first" answered "nothing has happened"
check "then as many as there are" answered "2 of 2 incidents"
check "or fewer" answered "1 of 2 incidents"
check "a line each" [ "$(sed 's/ (.*pups/ (pups/' "$folder/events" | tr '\n' '|')" = \
    "       0      0.00 s  pup#1: yelp, at 0.0, 0.0 (pups.lua:9)|       0      0.00 s  pup#1 is gone, at 0.0, 0.0|\
       0      0.00 s  pup#1 is gone, at 0.0, 0.0|" ]
check "how many is a number" answered "events takes a whole number from 1 to 1000000000, not '0'"
printf '%s\n' events quit | "$drover" run "$folder/pups.lua" --headless --paused 2>"$folder/answers"
check "nothing is kept unless asked for" \
    answered "nothing is kept about what happens; run with --explain"

printf 'step 100\nback 40\nstep 80\nquit\n' | obey --paused --hash=1
sed -n '101,$p' "$folder/rows" >"$folder/rewound"
check "rows go on with the tick going back" grep -q ' tick 61 ' "$folder/rewound"
printf 'step 60\nquit\n' | obey --paused --save "$folder/at.snap"
obey --load "$folder/at.snap" --ticks 80 --hash=1 </dev/null
check "a rewound run goes on like a fresh process that loads the snapshot" \
    cmp -s "$folder/rows" "$folder/rewound"

ln -s herd.lua "$folder/link.lua"
printf '%s\n' "save $folder/herd.lua" "save $folder/link.lua" "save $folder/place.lua" quit | obey --paused
check "save does not overwrite a script" \
    answered "save does not overwrite '$folder/herd.lua': it is a file of this scenario"
check "nor where a link leads to one" \
    answered "save does not overwrite '$folder/link.lua': it is a file of this scenario"
check "the script is as it was" cmp -s "$folder/herd.lua" "$folder/other.lua"
check "another file is written" test -s "$folder/place.lua"
cp "$folder/other.lua" "$folder/herd.lua"

cp "$folder/herd.lua" "$folder/kept.lua"
(
    : >"$folder/answers"
    printf 'step 90\nstatus\n'
    await grep -q '^tick 90 ' "$folder/answers"
    sed -i 's/scatter("deer", 1)/scatter("deer", 3)/' "$folder/herd.lua"
    printf 'reload\nstep 20\ncompare 30\nundo\nstep 3\nstatus\nquit\n'
) | obey --paused
cp "$folder/kept.lua" "$folder/herd.lua"
check "reload takes a save over without watching" grep -q '^accepted: reload 2: [^ ]*herd.lua changed' "$folder/answers"
check "compare begins before the reload" answered "compared 30 ticks from tick 90"
check "and tells by how much they differ" \
    grep -q '^all deer  *22  *28  *6  *[0-9.]*  *[0-9.]*  *6  *120$' "$folder/rows"
check "of monitors too" grep -q '^sum ' "$folder/rows"
check "undo takes it back" grep -q '^accepted: undo: reload 3: [^ ]*herd.lua changed' "$folder/answers"

# The world that would have been without a save.
ghost() { # on or off, the edit: of herd.lua at tick 90
    (
        : >"$folder/answers"
        printf 'ghost %s\nstep 90\nstatus\n' "$1"
        await grep -q '^tick 90 ' "$folder/answers"
        sed -i "$2" "$folder/herd.lua"
        printf 'reload\nstep 20\nset births=4\nstep 40\nghost maybe\nghost on\nback\nghost off\nquit\n'
    ) | obey --paused --hash=10 --record "$folder/$1.csv" --report "$folder/$1.report" --log "$folder/$1.log"
    cp "$folder/rows" "$folder/$1.rows"
    cp "$folder/kept.lua" "$folder/herd.lua"
}
ghost off 's/self.n + 1/self.n + (self.id == 7 and self.world.tick > 99 and 2 or 1)/'
ghost on 's/self.n + 1/self.n + (self.id == 7 and self.world.tick > 99 and 2 or 1)/'
check "ghost on says from when" answered 'ghost: begins with the next accepted save'
check "it goes on from the save" answered 'ghost: the world goes on without reload 2 from tick 90'
difference='diverged at tick 101: deer#7: memory.n is 102, under the old code 101'
check "the first difference is named" answered "ghost: $difference"
check "once" [ "$(grep -c '^ghost: diverged' "$folder/answers")" -eq 1 ]
check "and told to who asks" answered "ghost: without reload 2 since tick 90, $difference"
check "going back ends it" answered 'ghost: ended at tick 150: the run went to another tick'
check "ghost takes on or off" answered "ghost takes on or off, not 'maybe'"
check "turned off it says so" answered 'ghost: off'
for file in rows csv report log; do
    check "the run's $file are the same without it" cmp -s "$folder/on.$file" "$folder/off.$file"
done
check "of that many ticks" [ "$(wc -l <"$folder/on.rows")" -eq 16 ]
ghost on 's/local steps/local  steps/'
check "a save that changes nothing makes no difference" \
    answered 'ghost: without reload 2 since tick 90, no difference so far'

# The futures with and without a change.
futures() { # name, then commands between two of `what_if on`
    name=$1
    shift
    printf '%s\n' 'step 20' "$@" 'step 9' status 'step 600' quit |
        obey --paused --hash=10 --record "$folder/$name.csv" --log "$folder/$name.log"
    cp "$folder/rows" "$folder/$name.rows"
}
push='lua for d in world:agents() do if d.id == 3 then d.x = d.x + 5 end end'
futures plain "$push" 'set births=5'
futures ahead 'what_if' 'what_if on' "$push" 'what_if maybe' 'what_if on' 'set births=5' 'what_if on'
check "what_if says when there is no change" answered 'what if: nothing was changed while paused at this tick'
check "then how far apart the futures are" answered \
    'what if: in 10 s, 1 of 12 agents is elsewhere; the farthest, deer#3, by 5 m'
check "what_if takes on or off" answered "what_if takes on or off, not 'maybe'"
for file in rows csv log; do
    check "the run's $file are the same without it" cmp -s "$folder/ahead.$file" "$folder/plain.$file"
done

printf '\0\001\377garbage\r\n\n   \n%s\nstatus' "$(head -c 200000 /dev/zero | tr '\0' x)" | obey --paused --ticks 50
check "rubbish does no harm" [ $? -eq 0 ]
check "a long line is refused as one" \
    [ "$(grep -c 'a command has at most 1000 bytes' "$folder/answers")" -eq 1 ]
head -c 300000 /dev/urandom | obey --paused --ticks 50 --hash
check "nor does noise" [ $? -eq 0 ]
cp "$folder/rows" "$folder/noisy"
obey --ticks 50 --hash </dev/null
check "and changes nothing" cmp -s "$folder/rows" "$folder/noisy"

obey --paused --ticks 50 --hash </dev/null
check "where nobody commands a paused run goes on" cmp -s "$folder/rows" "$folder/noisy"
printf 'step 3\nstatus' | obey --paused --ticks 50 --hash
check "and at the end of commands" cmp -s "$folder/rows" "$folder/noisy"
check "of which the last needs no end of line" grep -q '^tick 3 ' "$folder/answers"
obey --paused --ticks 50 --hash <&-
check "also without a standard input" cmp -s "$folder/rows" "$folder/noisy"
printf 'rewind\n' >"$folder/commands"
obey --paused --ticks 50 --hash <"$folder/commands"
check "commands may come from a file" answered "rewound to tick 0"
sed '/steps/d; s/if .* then \(.*\) end/\1/' "$folder/herd.lua" >"$folder/calm.lua"
"$drover" check "$folder/calm.lua" --ticks 3 <"$folder/commands" >"$folder/rows" 2>&1
check "drover check takes none" [ "$(cat "$folder/rows")" = "$folder/calm.lua: fine (1 kind, 0 states, 1 setting)" ]

# A run that somebody talks to.
says() { await grep -q "$1" "$folder/answers"; }
mkfifo "$folder/pipe"
for speed in max 100; do
    : >"$folder/answers"
    : >"$folder/log"
    "$drover" run "$folder/herd.lua" --headless --speed $speed --no-watch --log "$folder/log" \
        >"$folder/rows" 2>"$folder/answers" <"$folder/pipe" &
    run=$!
    exec 4>"$folder/pipe"
    await grep -q '^{"tick":1,"hash"' "$folder/log"
    echo pause >&4
    check "speed $speed: a run at work can be paused" says '^paused at tick [1-9]'
    echo status >&4
    check "speed $speed: a paused one answers" says ' paused yes '
    echo 'watch on' >&4
    check "speed $speed: and begins to watch" says '^watching the files'
    sed -i 's/scatter("deer", 1)/scatter("deer", 2)/' "$folder/herd.lua"
    check "speed $speed: what is saved is taken over" says '^accepted: reload 2: [^ ]*herd.lua changed'
    echo 'watch off' >&4
    says '^not watching the files'
    cp "$folder/kept.lua" "$folder/herd.lua"
    echo resume >&4
    check "speed $speed: it goes on" says '^resumed at tick [1-9]'
    echo status >&4
    check "speed $speed: and answers at work" says ' paused no '
    echo quit >&4
    await_end
    check "speed $speed: quit ends it well" [ $? -eq 0 ]
    exec 4>&-
    check "speed $speed: unwatched files are left alone" [ "$(grep -c '^accepted: reload' "$folder/answers")" -eq 1 ]
done

[ "$failures" -eq 0 ]
