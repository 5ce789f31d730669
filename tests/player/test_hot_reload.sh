#!/bin/bash
# Hot reload as its users meet it, one case a promise of the README: real files, the real watcher,
# the real program. Usage: test_hot_reload.sh PROGRAM headless|window. With `window` every run shows
# on a display of its own; exits with 77 (skipped) where Xvfb or xdotool is missing.
set -u

drover=$1
mode=$2
. "$(dirname "$0")/../live.sh"
. "$(dirname "$0")/live_scene.sh"

# Saves in two steps: a file that is empty or not there is given 0.2 s to be filled. What takes longer, on
# a machine that is busy, may be taken for two saves; tell which.
in_two_steps() {
    local began=${EPOCHREALTIME/[.,]/}
    "$@"
    [ $((${EPOCHREALTIME/[.,]/} - began)) -lt 150000 ]
}

a_save_is_in_force_at_the_next_tick() {
    scene next_tick
    begin
    walker 'step = function() print "new" end,'
    check "a save is seen" until_said notices '^accepted: reload 2: [^ ]*walker.lua changed; reloaded pace, walker, main ([0-9]* ms after the save'
    check "and takes effect" until_said log '"line":"new"'
    end_run
    check "in the tick that follows" \
        [ $(($(tick_of '"event":"print","line":"new"') - $(tick_of '"event":"reload"'))) -le 1 ]
    check "without troubling the run" [ "$status" -eq 0 ]
}

# Everything editors and tools do to files is one reload, with what was written. When its print is in the
# log, a reload has been on trial for a second, in which another would have come.
however_it_is_saved_it_is_one_reload() {
    scene styles
    begin
    local n=1 reloads=0 refused=0
    expect() { # how
        n=$((n + 1))
        check "$1 is seen" until_said log "\"line\":\"$n\""
        reloads=$((reloads + 1))
        check "$1 is one reload" [ "$(count notices '^accepted: reload ')" -eq $reloads ]
    }
    too_slow() { # how: it counts as often as it came
        echo "the machine is too slow to see that $1 is one reload"
        until_said log "\"line\":\"$((n + 1))\""
        reloads=$(($(count notices '^accepted: reload ') - 1))
        refused=$(count notices refused)
    }
    truncate_and_write() { : >"$scene/s/walker.lua"; sleep 0.01; echo "$new" >"$scene/s/walker.lua"; }
    delete_and_write() { rm "$scene/s/walker.lua"; sleep 0.01; echo "$new" >"$scene/s/walker.lua"; }
    walker 'step = function() print "2" end,'
    expect "renaming over"
    sed -i 's/print "2"/print "3"/' "$scene/s/walker.lua"
    expect "sed -i"
    local new
    new=$(sed 's/print "3"/print "4"/' "$scene/s/walker.lua")
    in_two_steps truncate_and_write || too_slow "truncating, then writing"
    expect "truncating, then writing"
    sed 's/print "4"/print "5"/' "$scene/s/walker.lua" >"$scene/elsewhere.lua"
    ln -s "$scene/elsewhere.lua" "$scene/s/link" && mv "$scene/s/link" "$scene/s/walker.lua"
    expect "a symbolic link put in its place"
    new=$(sed 's/print "5"/print "6"/' "$scene/s/walker.lua")
    in_two_steps delete_and_write || too_slow "deleting and writing again"
    expect "deleting and writing again"
    # Stopped, the program finds all of it when it goes on, however long it took.
    kill -STOP "$run"
    for i in {1..20}; do
        echo "return $i" >"$scene/s/other_$i.lua"
    done
    sed -i 's/print "6"/print "7"/' "$scene/s/walker.lua"
    echo 'return 2' >"$scene/s/pace.lua"
    kill -CONT "$run"
    expect "a checkout of twenty files"
    touch "$scene/s/walker.lua"
    cp "$scene/s/walker.lua" "$scene/same" && mv "$scene/same" "$scene/s/walker.lua"
    go_on_for 30
    check "the same content is none" [ "$(count notices '^accepted: reload ')" -eq $reloads ]
    end_run
    check "and nothing was refused" [ "$(count notices refused)" -eq $refused ]
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
    cp -r "$scene/s" "$scene/untouched"
    begin --hash
    break_with() { # what, text, the message, its line
        echo "$2" >"$scene/s/walker.lua"
        check "$1 is reported with its place" until_said notices "^refused: $scene/s/$3"
        check "and with its line" until_said notices "^    $4"
    }
    break_with "a typing error" 'return return' "walker.lua:1: .*near 'return'" 'return return'
    break_with "an error while loading" 'error "on purpose"' 'walker.lua:1: on purpose' 'error "on purpose"'
    break_with "a module that is not there" 'return require "pase"' \
        'walker.lua:1: require "pase": .*pace?' 'return require "pase"'
    break_with "a wrong parameter" \
        'return require "drover".kind("walker", { steer = require "drover".steer.wander { rat = 1 } })' \
        'walker.lua:1: .*rat.*rate?' 'return require'
    cat "$scene/untouched/walker.lua" >"$scene/s/walker.lua"
    check "what is mended is reported" until_said notices '^accepted: the files match'
    go_on_for 60
    end_run
    check "no bit has changed" no_bit_has_changed
    check "and the run went well" [ "$status" -eq 0 ]
}

an_error_soon_after_takes_code_and_world_back() {
    scene soon
    cp -r "$scene/s" "$scene/untouched"
    begin --hash --record "$scene/rows.csv"
    walker 'states = { hunting = { step = function(self)
    self.x = 0
    if self.world:count() > 15 then self.world:agents()():remove()
    elseif self.id == 18 then error "on purpose" end
  end } }, initial = "hunting",'
    check "the error is reported with agent and state" \
        until_said notices "^rolled back: reload 2: $scene/s/walker.lua:9: on purpose .walker#18 hunting."
    check "and its line" until_said notices '^    elseif self.id == 18'
    go_on_for 60
    end_run
    check "no bit has changed" no_bit_has_changed
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
    check "an error is reported with agent and place" until_said notices 'walker.lua:[0-9]*: late'
    check "and names the agent" until_said notices 'walker#3'
    walker 'step = function(self) if self.id == 3 then print "alive again" end end,'
    check "the next good save revives it" until_said notices '1 revived'
    check "and it goes on" until_said log '"line":"alive again"'
    end_run
    check "so that all ends well" [ "$status" -eq 0 ]
}

what_means_the_same_leaves_every_bit() {
    scene same
    cp -r "$scene/s" "$scene/untouched"
    begin --hash
    echo '-- a remark' >>"$scene/s/walker.lua"
    check "a remark is a reload" until_said notices '^accepted: reload 2: [^ ]*walker'
    go_on_for 60
    end_run
    check "that leaves every bit" no_bit_has_changed
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
    check "and how many went is reported" until_said notices ' 20 agents migrated'
    walker 'initial = "standing", states = { standing = {
    step = function(self) if self.id == 4 then print "stands" end end } },'
    check "else they start over" until_said log '"line":"stands"'
    end_run
    check "so that all ends well" [ "$status" -eq 0 ]
}

memory_grows_with_the_code() {
    scene memory
    walker 'memory = { steps = 0 }, step = function(self) self.steps = self.steps + 1 end,'
    begin
    go_on_for 12
    walker 'memory = { steps = 0, name = "nobody" }, step = function(self)
    self.steps = self.steps + 1
    if self.id == 1 then print(self.name .. (self.steps > 10 and " stepped on" or " began")) end
  end,'
    check "new fields have their defaults, old ones their values" \
        until_said log '"line":"nobody stepped on"'
    walker 'memory = { steps = 7, name = "nobody" },'
    check "a changed default is reported with who keeps the old value" \
        until_said notices 'walker.steps: 20 agents keep the old value'
    end_run
    check "so that all ends well" [ "$status" -eq 0 ]
}

who_requires_what_changed_is_loaded_again() {
    scene modules
    begin
    echo 'return 3' >"$scene/s/pace.lua"
    check "in their order" until_said notices '^accepted: reload 2: [^ ]*pace.lua changed; reloaded pace, walker, main ('
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
    check "a second save is taken" until_said notices '^accepted: reload 3'
    go_on_for 10
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
    check "it is undone" until_said notices '^accepted: undo: reload 3: '
    tell undo u
    check "and done again" until_said notices '^accepted: undo: reload 4: '
    tell 'watch off' p
    if [ "$mode" = window ]; then
        until_said log '"event":"keyreleased","key":"p"'
    else
        until_said notices '^not watching'
    fi
    walker 'step = function(self) if self.id == 1 then print "third" end end,'
    go_on_for 60
    check "a save that nobody watches for is not taken" [ "$(count notices '^accepted: reload 5')" -eq 0 ]
    tell reload r
    check "until it is asked for" until_said log '"line":"third"'
    end_run
    check "and all ends well" [ "$status" -eq 0 ]
}

a_run_with_reloads_is_replayed() {
    scene replayed
    begin --seed 5
    walker 'step = function(self) self.x = self.x + self:random() end,'
    check "a save is taken" until_said notices '^accepted: reload 2: '
    echo 'return return' >"$scene/s/pace.lua"
    check "a broken one refused" until_said notices "^refused: $scene/s/pace.lua:1: "
    echo 'return 4' >"$scene/s/pace.lua"
    check "another taken" until_said notices '^accepted: reload 3: '
    walker 'step = function(self) if self.id == 9 then error "on purpose" end end,'
    check "one that fails rolled back" until_said notices '^rolled back: reload 4: '
    go_on_for 30
    tell undo u
    check "one undone" until_said notices '^accepted: undo: reload 5: '
    go_on_for 30
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
    go_on_for 150
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
    go_on_for 90
    echo 'return 3' >"$scene/s/pace.lua"
    check "a save is taken" until_said notices '^accepted: reload 2: [^ ]*pace.lua changed; reloaded pace, walker, main'
    go_on_for 90
    tell 'compare 120' c
    if [ "$mode" = window ]; then
        go_on_for 120 # while the panel fills
    else
        check "the monitors of both are reported" until_said out '^mean'
    fi
    end_run
    check "without troubling the run" [ "$status" -eq 0 ]
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "which goes on as if nobody had compared" grep -q 'all hashes equal' "$scene/out"
}

# A mod as the one above: in the window, its switch is clicked.
mod() { # the body of its update
    mkdir -p "$scene/s/mods/m"
    echo 'return { name = "m" }' >"$scene/s/mods/m/mod.lua"
    cat >"$scene/next" <<LUA
local drover = require "drover"
return drover.mod {
  on_reload = function(world) world.memory.reload = world.tick end,
  update = function(world)
    $1
  end,
}
LUA
    mv "$scene/next" "$scene/s/mods/m/init.lua"
}

a_mod_is_edited_broken_mended_and_switched_off() {
    scene mods
    mod 'if world.tick == 3 then print "one" end'
    begin --mods m --control "$folder/socket"
    check "a mod runs" until_said log '"line":"one"'
    mod 'if world.tick % 20 == 0 then print "two" end'
    check "a save of it is seen" until_said notices '^accepted: reload 2: [^ ]*mods/m/init.lua changed'
    check "and takes effect" until_said log '"line":"two"'
    go_on_for 70
    mod 'print "three" nil'
    check "a broken one is refused" until_said notices '^refused: [^ ]*mods/m/init.lua:5: unexpected symbol'
    go_on_for 5
    mod 'if world.tick > world.memory.reload + 80 then error "oh" end' # the trial takes 60
    check "the next is accepted" until_said notices '^accepted: reload 3'
    check "a failure much later names the mod" until_said notices \
        "mods/m/init.lua:5: oh; the mod 'm' is suspended until the next save"
    go_on_for 30
    if [ "$mode" = window ]; then
        # shellcheck disable=SC2046
        await window_found && xdotool mousemove --window "$window" $(spot_of Mods/m) click 1
    else
        echo 'mod off m' >&9
    fi
    check "it is switched off" until_said notices '^accepted: reload 4: mod m off; reloaded pace, walker, main'
    go_on_for 70
    end_run
    check "without troubling the run" [ "$status" -eq 0 ]
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "which is what a replay finds" grep -q 'all hashes equal' "$scene/out"
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
a_mod_is_edited_broken_mended_and_switched_off

[ "$failures" -eq 0 ]
