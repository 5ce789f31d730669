#!/bin/bash
# Hot reload as its users meet it, one case a promise of the README: real files, the real watcher,
# the real program. Usage: test_hot_reload.sh PROGRAM headless|window. With `window` every run shows
# on a display of its own; exits with 77 (skipped) where Xvfb or xdotool is
# missing.
set -u

drover=$1
mode=$2
folder=$(mktemp -d) || exit 1
display=
run=
trap 'kill $run $display 2>/dev/null; rm -rf "$folder"' EXIT

show=--headless
if [ "$mode" = window ]; then
    show=
    for tool in Xvfb xdotool; do
        command -v "$tool" >/dev/null || { echo "skipped: no $tool"; exit 77; }
    done
    Xvfb -displayfd 3 -screen 0 1400x900x24 -nolisten tcp 3>"$folder/number" 2>/dev/null &
    display=$!
    for _ in {1..20}; do
        [ -s "$folder/number" ] && break
        sleep 0.5
    done
    [ -s "$folder/number" ] || { echo "skipped: Xvfb does not start"; exit 77; }
    export DISPLAY=:$(cat "$folder/number") SDL_VIDEODRIVER=x11
fi

failures=0
check() { # what must hold, then a test
    local what=$1
    shift
    if "$@"; then
        echo "ok: $what"
    else
        echo "FAILED: $what ($*)"
        [ -s "$scene/notices" ] && sed 's/^/    /' "$scene/notices"
        failures=$((failures + 1))
    fi
}

# A case has a folder of its own with a scenario: twenty agents, whose kind is a module that requires
# another.
scene() {
    scene=$folder/$1
    mkdir -p "$scene/s"
    : >"$scene/notices"
    mkfifo "$scene/commands"
    cat >"$scene/s/main.lua" <<'LUA'
local drover = require "drover"
return drover.scenario {
  kinds = { require "walker" },
  setup = function(world)
    print "setup"
    world:scatter("walker", 20)
  end,
  update = function(world) if world.tick < 3 then print "running" end end,
}
LUA
    echo 'return 1' >"$scene/s/pace.lua"
    walker ''
}

# The kind: wanders at the pace, with more in its definition; a step says its generation.
walker() { # lines of the definition
    cat >"$scene/next" <<LUA
local drover = require "drover"
local pace = require "pace"
return drover.kind("walker", {
  speed = pace,
  steer = drover.steer.wander {},
  $1
})
LUA
    mv "$scene/next" "$scene/s/walker.lua"
}

begin() { # options: a run in the background, at the speed of life
    exec 9<>"$scene/commands"
    "$drover" run "$scene/s" $show --watch --speed 1 --log "$scene/log" "$@" \
        >"$scene/out" 2>"$scene/notices" <"$scene/commands" 9>&- &
    run=$!
    until_said log '"line":"running"' # and being watched
}

tell() { # a command, and the key that says it in the window
    if [ "$mode" = window ]; then
        xdotool search --sync --onlyvisible --name Drover windowfocus >/dev/null
        xdotool key "$2"
    else
        echo "$1" >&9
    fi
}

until_said() { # file, what it must come to hold
    for _ in {1..400}; do
        grep -q -e "$2" "$scene/$1" 2>/dev/null && return 0
        sleep 0.05
    done
    return 1
}

end_run() { # by a signal, as from a terminal
    kill -TERM "$run"
    wait "$run"
    status=$?
    run=
}

wait_for_end() {
    wait "$run"
    status=$?
    run=
}

count() { grep -c -e "$2" "$scene/$1"; }

# The tick of the first line of the log with such an event.
tick_of() { sed -n "s/^{\"tick\":\([0-9]*\),$1.*/\1/p" "$scene/log" | head -n 1; }

hash_of() { grep '^hash' "$1" | cut -d ' ' -f 2-4; }

# What the same scenario comes to when nobody touches it; to be asked for before somebody does.
undisturbed() { # ticks
    "$drover" run "$scene/s" --headless --ticks "$1" --hash </dev/null 2>/dev/null >"$scene/untouched"
}

a_save_is_in_force_at_the_next_tick() {
    scene next_tick
    begin
    walker 'step = function() print "new" end,'
    check "a save is seen" until_said notices '^reload 2: walker, main ([0-9]* ms after the save'
    check "and takes effect" until_said log '"line":"new"'
    end_run
    check "in the tick that follows" \
        [ $(($(tick_of '"event":"print","line":"new"') - $(tick_of '"event":"reload"'))) -le 1 ]
    check "without troubling the run" [ "$status" -eq 0 ]
}

# Everything editors and tools do to files is one reload, with what was written.
however_it_is_saved_it_is_one_reload() {
    scene styles
    begin
    local n=1
    expect() { # how
        n=$((n + 1))
        check "$1 is seen" until_said log "\"line\":\"$n\""
        sleep 0.3
        check "$1 is one reload" [ "$(count notices '^reload ')" -eq $((n - 1)) ]
    }
    walker 'step = function() print "2" end,'
    expect "renaming over"
    sed -i 's/print "2"/print "3"/' "$scene/s/walker.lua"
    expect "sed -i"
    local new
    new=$(sed 's/print "3"/print "4"/' "$scene/s/walker.lua")
    : >"$scene/s/walker.lua"
    sleep 0.01
    echo "$new" >"$scene/s/walker.lua"
    expect "truncating, then writing"
    sed 's/print "4"/print "5"/' "$scene/s/walker.lua" >"$scene/elsewhere.lua"
    ln -s "$scene/elsewhere.lua" "$scene/s/link" && mv "$scene/s/link" "$scene/s/walker.lua"
    expect "a symbolic link put in its place"
    new=$(sed 's/print "5"/print "6"/' "$scene/s/walker.lua")
    rm "$scene/s/walker.lua"
    sleep 0.01
    echo "$new" >"$scene/s/walker.lua"
    expect "deleting and writing anew"
    for i in {1..20}; do
        echo "return $i" >"$scene/s/other_$i.lua"
    done
    sed -i 's/print "6"/print "7"/' "$scene/s/walker.lua"
    echo 'return 2' >"$scene/s/pace.lua"
    expect "a checkout of twenty files"
    touch "$scene/s/walker.lua"
    cp "$scene/s/walker.lua" "$scene/same" && mv "$scene/same" "$scene/s/walker.lua"
    sleep 0.5
    check "the same content is none" [ "$(count notices '^reload ')" -eq $((n - 1)) ]
    end_run
    check "and nothing was refused" [ "$(count notices refused)" -eq 0 ]
}

no_tick_mixes_generations() {
    scene mixed
    local step='step = function(self) print(self.world.tick .. " of " .. GENERATION) end,'
    walker "${step/GENERATION/0}"
    begin
    for i in 1 2 3 4 5; do
        walker "${step/GENERATION/$i}"
        check "generation $i runs" until_said log " of $i\""
    done
    end_run
    # Lines of the log are tick, then generation: a tick has one.
    check "every tick was of one generation" \
        [ -z "$(sed -n 's/.*"line":"\([0-9]*\) of \([0-9]*\)".*/\1 \2/p' "$scene/log" | sort -u |
            cut -d ' ' -f 1 | uniq -d)" ]
}

what_cannot_be_loaded_changes_no_bit() {
    scene broken
    undisturbed 300
    begin --ticks 300 --hash
    cp "$scene/s/walker.lua" "$scene/good"
    break_with() { # what, text, the message, its line
        echo "$2" >"$scene/s/walker.lua"
        check "$1 is told with its place" until_said notices "^reload refused: $3"
        check "and with its line" until_said notices "^    $4"
    }
    break_with "a typing error" 'return return' "walker.lua:1: .*near 'return'" 'return return'
    break_with "an error while loading" 'error "on purpose"' 'walker.lua:1: on purpose' 'error "on purpose"'
    break_with "a module that is not there" 'return require "pase"' \
        'walker.lua:1: require "pase": .*pace?' 'return require "pase"'
    break_with "a wrong parameter" \
        'return require "drover".kind("walker", { steer = require "drover".steer.wander { rat = 1 } })' \
        'walker.lua:1: .*rat.*rate?' 'return require'
    cat "$scene/good" >"$scene/s/walker.lua"
    check "what is mended is told" until_said notices '^mended: '
    wait_for_end
    check "no bit has changed" [ "$(hash_of "$scene/out")" = "$(hash_of "$scene/untouched")" ]
    check "and the run went well" [ "$status" -eq 0 ]
}

an_error_soon_after_takes_code_and_world_back() {
    scene soon
    undisturbed 300
    begin --ticks 300 --hash --record "$scene/rows.csv"
    walker 'states = { hunting = { step = function(self)
    self.x = 0
    if self.world:count() > 15 then self.world:agents()():remove()
    elseif self.id == 18 then error "on purpose" end
  end } }, initial = "hunting",'
    check "the error is told with agent and state" \
        until_said notices '^reload 2 rolled back: walker.lua:9: on purpose .walker#18 hunting.'
    check "and its line" until_said notices '^    elseif self.id == 18'
    wait_for_end
    check "no bit has changed" [ "$(hash_of "$scene/out")" = "$(hash_of "$scene/untouched")" ]
    check "and the run went well" [ "$status" -eq 0 ]
    check "what was recorded tells nothing of it" [ "$(grep -c hunting "$scene/rows.csv")" -eq 0 ]
}

an_error_much_later_suspends_its_agent_until_the_next_good_save() {
    scene later
    begin
    walker 'memory = { since = 0 },
  step = function(self)
    self.since = self.since + 1
    if self.id == 3 and self.since > 90 then error "late" end
  end,'
    check "an error is told with agent and place" until_said notices 'walker.lua:[0-9]*: late'
    check "and names the agent" until_said notices 'walker#3'
    walker 'step = function(self) if self.id == 3 then print "alive again" end end,'
    check "the next good save revives it" until_said notices '1 revived'
    check "and it goes on" until_said log '"line":"alive again"'
    end_run
    check "so that all ends well" [ "$status" -eq 0 ]
}

what_means_the_same_leaves_every_bit() {
    scene same
    undisturbed 240
    begin --ticks 240 --hash
    echo '-- a remark' >>"$scene/s/walker.lua"
    check "a remark is a reload" until_said notices '^reload 2: walker'
    wait_for_end
    check "that leaves every bit" [ "$(hash_of "$scene/out")" = "$(hash_of "$scene/untouched")" ]
}

agents_of_a_state_that_is_gone_go_on_elsewhere() {
    scene states
    walker 'initial = "resting", states = { resting = {} },'
    begin
    walker 'initial = "walking", states = { walking = {}, sleeping = { renamed_from = "resting",
    step = function(self) if self.id == 1 then print "renamed" end end } },'
    check "a state that was renamed keeps its agents" until_said log '"line":"renamed"'
    check "who count as none" until_said notices ' 0 agents migrated'
    walker 'initial = "walking", states = { walking = {}, waiting = {
    enter = function(self) end, step = function(self) if self.id == 2 then print "waits" end end } },
  migrate = function(self, old) if old == "sleeping" then return "waiting" end end,'
    check "migrate says where to" until_said log '"line":"waits"'
    check "and how many went is told" until_said notices ' 20 agents migrated'
    walker 'initial = "standing", states = { standing = {
    step = function(self) if self.id == 4 then print "stands" end end } },'
    check "else they begin anew" until_said log '"line":"stands"'
    end_run
    check "so that all ends well" [ "$status" -eq 0 ]
}

memory_grows_with_the_code() {
    scene memory
    walker 'memory = { steps = 0 }, step = function(self) self.steps = self.steps + 1 end,'
    begin
    sleep 0.5
    walker 'memory = { steps = 0, name = "nobody" }, step = function(self)
    self.steps = self.steps + 1
    if self.id == 1 then print(self.name .. (self.steps > 10 and " stepped on" or " began")) end
  end,'
    check "new fields have their defaults, old ones their values" \
        until_said log '"line":"nobody stepped on"'
    walker 'memory = { steps = 7, name = "nobody" },'
    check "a changed default is told with who keeps the old value" \
        until_said notices 'walker.steps: 20 agents keep the old value'
    end_run
    check "so that all ends well" [ "$status" -eq 0 ]
}

who_requires_what_changed_is_loaded_again() {
    scene modules
    begin
    echo 'return 3' >"$scene/s/pace.lua"
    check "in their order" until_said notices '^reload 2: pace, walker, main ('
    echo 'return require "walker"' >"$scene/s/pace.lua"
    check "a circle is named" until_said notices \
        'refused: .*modules require each other: \(pace -> walker -> pace\|walker -> pace -> walker\)'
    end_run
    check "and troubles nobody" [ "$status" -eq 0 ]
}

callbacks_are_neither_lost_nor_doubled() {
    scene callbacks
    begin
    sed -e 's/ if .* end end,/ print "once" end,/' \
        -e 's/^}$/  on_reload = function() print "reloaded" end,\n}/' "$scene/s/main.lua" >"$scene/next"
    mv "$scene/next" "$scene/s/main.lua"
    check "on_reload is called" until_said log '"line":"reloaded"'
    echo '-- again' >>"$scene/s/main.lua"
    check "a second save is taken" until_said notices '^reload 3'
    sleep 0.3
    end_run
    check "setup is not run again" [ "$(count log '"line":"setup"')" -eq 1 ]
    check "on_reload once a reload" [ "$(count log '"line":"reloaded"')" -eq 2 ]
    check "update once a tick" \
        [ -z "$(grep '"line":"once"' "$scene/log" | cut -d , -f 1 | sort | uniq -d)" ]
}

reloads_are_asked_for_undone_and_put_off() {
    scene asked
    begin
    walker 'step = function(self) if self.id == 1 then print "second" end end,'
    check "a save is taken" until_said log '"line":"second"'
    tell undo u
    check "it is undone" until_said notices '^undo: reload 3: '
    sleep 0.2
    tell undo u
    check "and done again" until_said notices '^undo: reload 4: '
    tell 'watch off' p
    sleep 0.2
    walker 'step = function(self) if self.id == 1 then print "third" end end,'
    sleep 1
    check "a save that nobody watches for is not taken" [ "$(count notices '^reload 5')" -eq 0 ]
    tell reload r
    check "until it is asked for" until_said log '"line":"third"'
    end_run
    check "and all ends well" [ "$status" -eq 0 ]
}

a_run_with_reloads_is_replayed() {
    scene replayed
    begin --seed 5
    walker 'step = function(self) self.x = self.x + self:random() end,'
    check "a save is taken" until_said notices '^reload 2: '
    echo 'return return' >"$scene/s/pace.lua"
    check "a broken one refused" until_said notices '^reload refused: pace.lua:1: '
    echo 'return 4' >"$scene/s/pace.lua"
    check "another taken" until_said notices '^reload 3: '
    walker 'step = function(self) if self.id == 9 then error "on purpose" end end,'
    check "one that fails rolled back" until_said notices '^reload 4 rolled back: '
    sleep 0.5
    tell undo u
    check "one undone" until_said notices '^undo: reload 5: '
    sleep 0.5
    end_run
    rm -r "$scene/s"
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "all of it is done again from the log alone" [ $? -eq 0 ]
    check "with the hash of every tick" grep -q '^replayed [0-9]* ticks, 3 reloads, all hashes equal' \
        "$scene/out"
}

one_goes_back_and_on_with_other_code() {
    scene rewound
    begin
    sleep 2.5
    tell 'rewind 1' BackSpace
    check "the world goes back" until_said log '"event":"rewind"'
    walker 'step = function(self) if self.id == 1 then print "another way" end end,'
    check "and on with other code" until_said log '"line":"another way"'
    end_run
    check "without troubling the run" [ "$status" -eq 0 ]
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "which is what a replay finds" grep -q 'all hashes equal' "$scene/out"
}

old_and_new_code_are_compared() {
    scene compared
    sed -i 's/^}$/  monitors = { mean = function(world)\n    local sum = 0\n    for w in world:agents() do sum = sum + w.speed end\n    return sum \/ world:count()\n  end },\n}/' \
        "$scene/s/main.lua"
    begin
    sleep 1.5
    echo 'return 3' >"$scene/s/pace.lua"
    check "a save is taken" until_said notices '^reload 2: pace, walker, main'
    sleep 1.5
    tell 'compare 120' c
    if [ "$mode" = window ]; then
        sleep 2 # for the panel, which test_window.sh looks at
    else
        check "the monitors of both are told" until_said out '^mean'
    fi
    end_run
    check "without troubling the run" [ "$status" -eq 0 ]
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "which goes on as if nobody had compared" grep -q 'all hashes equal' "$scene/out"
}

a_save_is_in_force_at_the_next_tick
however_it_is_saved_it_is_one_reload
no_tick_mixes_generations
what_cannot_be_loaded_changes_no_bit
an_error_soon_after_takes_code_and_world_back
an_error_much_later_suspends_its_agent_until_the_next_good_save
what_means_the_same_leaves_every_bit
agents_of_a_state_that_is_gone_go_on_elsewhere
memory_grows_with_the_code
who_requires_what_changed_is_loaded_again
callbacks_are_neither_lost_nor_doubled
reloads_are_asked_for_undone_and_put_off
a_run_with_reloads_is_replayed
one_goes_back_and_on_with_other_code
old_and_new_code_are_compared

[ "$failures" -eq 0 ]
