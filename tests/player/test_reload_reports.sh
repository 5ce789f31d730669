#!/bin/bash
# What people learn about reloads while a scenario runs: prints on trial, outcomes, paths and reasons.
# Usage: test_reload_reports.sh PROGRAM headless|window.
set -u

drover=$(realpath "$1")
mode=$2
. "$(dirname "$0")/../live.sh"
. "$(dirname "$0")/live_scene.sh"

# Lines of stdout but the hash, which stands at the end.
printed() { grep -v '^hash' "$scene/out"; }

a_print_on_trial_is_shown_at_once() {
    scene prints
    begin
    go_on_for 12
    walker 'step = function(self) if self.id == 1 then print("new", self.world.tick) end end,'
    check "a print is shown" until_said notices '^trial| new'
    tick=$(sed -n 's/^trial| new[^0-9]*//p' "$scene/notices" | head -n 1)
    check "and comes to stdout when the trial is over" until_said out "^new.*$tick$"
    end_run
    check "and no line was dropped" [ "$(count notices '^undone|')" -eq 0 ]
    check "so that both show the same" \
        cmp -s <(sed -n 's/^trial| //p' "$scene/notices") <(grep -v -e '^hash' -e running -e setup "$scene/out" |
            head -n "$(count notices '^trial|')")
}

a_print_that_is_undone_stays_in_view() {
    scene undone
    begin
    go_on_for 12
    printed >"$scene/before"
    walker 'step = function(self)
    if self.id == 1 then print "soon\nfails" end
    self.k = (self.k or 0)
  end,
  memory = { k = 0 }, states = { walking = { step = function(self)
    self.k = self.k + 1
    if self.id == 2 then print("k", self.k) end
    if self.k > 20 then error "after a while" end
  end } }, initial = "walking",'
    check "it is shown on trial" until_said notices '^trial| k'
    check "what fails is rolled back" until_said notices '^rolled back: reload 2: .*after a while'
    check "and its prints stay" [ "$(count notices '^undone| k')" -ge 20 ]
    check "each of them" [ "$(count notices '^undone|')" -eq "$(count notices '^trial|')" ]
    go_on_for 10
    echo 'print "loading" return return' >"$scene/s/pace.lua"
    check "what cannot be loaded is refused" until_said notices '^refused: '
    echo 'print "loading" error "no"' >"$scene/s/pace.lua"
    check "also while it runs" until_said notices '^refused: .*pace.lua:1: no'
    check "and its prints are undone" [ "$(count notices '^undone| loading')" -eq 1 ]
    end_run
    check "stdout has nothing of all that" cmp -s "$scene/before" <(printed)
}

a_save_that_takes_long_is_waited_for() {
    scene slow
    walker 'step = function(self) if self.id == 1 then print "whole" end end,'
    cp "$scene/s/walker.lua" "$scene/whole"
    walker ''
    begin
    exec 8>"$scene/s/walker.lua"
    head -n 1 "$scene/whole" >&8
    written=0
    until grep -q 'still being written' "$scene/notices" || [ $written -eq 1000 ]; do
        echo >&8
        written=$((written + 1))
        sleep 0.05
    done
    check "the wait is said" grep -q '^.*walker.lua is still being written: the old code keeps running' "$scene/notices"
    tail -n +2 "$scene/whole" >&8
    exec 8>&-
    check "and over when the file is whole" until_said out '^whole'
    end_run
}

stepped() { [ "$(count notices '^trial| stepped')" -ge "$1" ]; }

a_print_on_trial_is_shown_while_paused() {
    scene paused
    begin
    tell pause space
    if [ "$mode" = headless ]; then
        check "the run is paused" until_said notices '^paused'
    fi
    walker 'step = function(self) if self.id == 1 then print("stepped", self.world.tick) end end,'
    check "a save is taken" until_said notices '^accepted: reload 2'
    for i in 1 2 3; do
        tell step period
        check "step $i shows its print" await stepped "$i"
    done
    end_run
}

paths_lead_from_the_current_directory() {
    scene paths
    mkdir "$scene/s/herd"
    echo 'return function() error "deep" end' >"$scene/s/herd/deep.lua"
    walker 'step = require "herd.deep",'
    (cd "$scene" && "$drover" run s --headless --ticks 3) >"$scene/out" 2>"$scene/notices" </dev/null
    check "below it" grep -q '^drover: s/herd/deep.lua:1: deep' "$scene/notices"
    check "in tracebacks too" grep -q '^s/herd/deep.lua:1: in ' "$scene/notices"
    (cd "$scene" && "$drover" run "$scene/s" --headless --ticks 3) >"$scene/out" 2>"$scene/notices" </dev/null
    check "also when it was named from the root" grep -q '^drover: s/herd/deep.lua:1: deep' "$scene/notices"
    (cd "$scene/s" && "$drover" run . --headless --ticks 3) >"$scene/out" 2>"$scene/notices" </dev/null
    check "in it" grep -q '^drover: herd/deep.lua:1: deep' "$scene/notices"
    (cd "$scene/s" && "$drover" run main.lua --headless --ticks 3) >"$scene/out" 2>"$scene/notices" </dev/null
    check "by its file" grep -q '^drover: herd/deep.lua:1: deep' "$scene/notices"
    (cd "$scene/s/herd" && "$drover" run .. --headless --ticks 3) >"$scene/out" 2>"$scene/notices" </dev/null
    check "and above it" grep -q '^drover: ../herd/deep.lua:1: deep' "$scene/notices"
    printf 'return return \033[31m\302\233 \377 end\n' >"$scene/s/herd/deep.lua"
    (cd "$scene" && "$drover" check s) >"$scene/out" 2>"$scene/notices" </dev/null
    check "an error at load has a path" grep -q '^drover: s/herd/deep.lua:1: ' "$scene/notices"
}

no_control_byte_reaches_the_terminal() {
    scene bytes
    begin
    printf 'return return \033[31mred\007\302\233 \377\n' >"$scene/next"
    mv "$scene/next" "$scene/s/pace.lua"
    check "a broken save is refused" until_said notices '^refused: .*pace.lua:1: '
    walker "step = function(self) if self.id == 1 then print '\\027[31mred\\nsecond' end end,"
    echo 'return 2' >"$scene/s/pace.lua"
    check "a print too" until_said notices '^trial|  .31mred'
    check "line by line" until_said notices '^trial| second'
    end_run
    check "without control bytes" [ "$(LC_ALL=C grep -c -a "[$(printf '\001-\010\013-\037\177')]" "$scene/notices")" -eq 0 ]
    check "in text a terminal can read" iconv -f UTF-8 -t UTF-8 "$scene/notices" -o /dev/null
}

each_suspended_agent_has_its_own_reason() {
    scene reasons
    walker 'step = function(self)
    if self.world.tick < 80 then return end
    if self.id == 3 then error "third" elseif self.id == 5 then error "fifth"
    elseif self.id == 7 or self.id == 8 then self.nosuch = 1 end
  end,'
    begin
    check "the first is reported" until_said notices 'walker.lua:8: third \[walker#3\]'
    check "the second too" until_said notices 'walker.lua:8: fifth \[walker#5\]'
    check "and the third" until_said notices 'walker.lua:9: .*nosuch.* \[walker#7\]'
    check "who fails alike is not told again" [ "$(count notices '^drover: .*walker#8')" -eq 0 ]
    check "each with its line" [ "$(count notices '^    ')" -eq 3 ]
    walker 'step = function(self) if self.id == 9 then error "again" end end,'
    check "a save that fails too is rolled back" until_said notices '^rolled back: .*again'
    walker 'step = function(self) if self.id == 3 then print "alive" end end,'
    check "the next good save revives all of them" until_said notices '^accepted: reload 3: .* 4 revived'
    end_run
    check "and all ends well" [ "$status" -eq 0 ]
}

a_trial_ends_with_what_has_run() {
    scene coverage
    begin
    walker 'step = function(self) self.world.memory.n = 1 end,'
    check "the trial waits for what changed" \
        until_said notices '^trial of reload 2 over after 60 ticks: 1 of 1 changed function has run$'
    walker '-- only a remark
  step = function(self) self.world.memory.n = 1 end,'
    check "a remark is no change" until_said notices '^accepted: reload 3: '
    sed 's/^}$/  keypressed = function(world) world.memory.key = true end,\n}/' \
        "$scene/s/main.lua" >"$scene/next"
    mv "$scene/next" "$scene/s/main.lua"
    check "what never runs ends in time" \
        until_said notices '^trial of reload 4 over after 600 ticks: 0 of 1 changed function has run$'
    end_run
    check "and nothing was said of the remark" [ "$(count notices '^trial of reload 3')" -eq 0 ]
    check "without troubling the run" [ "$status" -eq 0 ]
}

what_was_undone_stays_out_until_it_is_asked_for() {
    scene kept_out
    begin
    walker 'step = function(self) if self.id == 1 then print "second" end end,'
    check "a save is taken" until_said log '"line":"second"'
    tell undo u
    check "it is undone" until_said notices '^accepted: undo: reload 3: '
    check "and kept out" until_said notices '^    kept out: .*walker.lua, undone; reload! brings it back'
    echo 'return 3' >"$scene/s/pace.lua"
    check "a save of another file is taken" until_said notices '^accepted: reload 4: [^ ]*pace.lua changed'
    check "and told what is kept out" [ "$(count notices '^    kept out: .*walker.lua, undone')" -eq 2 ]
    tell 'reload!' shift+r
    check "asked for, it is back" until_said notices '^accepted: reload 5: [^ ]*walker.lua changed'
    tell undo u
    check "undone once more" until_said notices '^accepted: undo: reload 6'
    walker 'step = function(self) if self.id == 1 then print "third" end end,'
    check "a save of the file itself is taken" until_said log '"line":"third"'
    check "and nothing is kept out then" [ "$(count notices '^    kept out:')" -eq 3 ]
    walker 'step = function(self) if self.id == 1 then error "no" end end,'
    check "a save that fails is rolled back" until_said notices '^rolled back: reload 8'
    tell 'reload!' shift+r
    check "it can be tried again" until_said notices '^rolled back: reload 9'
    echo 'return return' >"$scene/s/pace.lua"
    check "a save is refused" until_said notices '^refused: .*pace.lua'
    tell 'reload!' shift+r
    check "and can be tried again" await refused 2
    end_run
    "$drover" replay "$scene/log" >"$scene/out" 2>"$scene/notices" </dev/null
    check "which a replay finds" grep -q 'all hashes equal' "$scene/out"
}

refused() { [ "$(count notices '^refused: ')" -eq "$1" ]; }

uses_inotify() { ls -l "/proc/$run/fd" | grep -q inotify; }

what_is_no_text_of_lua_is_refused_and_says_so() {
    scene bad_input
    begin
    refuse() { # what, the message
        check "$1 is refused" until_said notices "^refused: .*$2"
    }
    iconv -f UTF-8 -t UTF-16 "$scene/s/pace.lua" >"$scene/next" && mv "$scene/next" "$scene/s/pace.lua"
    refuse "UTF-16" 'pace.lua: UTF-16: save it as UTF-8'
    rm "$scene/s/pace.lua"
    refuse "a file that is gone" 'require "pace": there is neither [^ ]*pace.lua'
    mkdir "$scene/s/pace.lua"
    refuse "a folder" 'pace.lua: it is a folder'
    rmdir "$scene/s/pace.lua"
    ln -s pace.lua "$scene/s/pace.lua"
    refuse "a link to itself" 'pace.lua: Too many levels of symbolic links'
    rm "$scene/s/pace.lua"
    echo 'return 1' >"$scene/s/pace.lua"
    check "and the old code runs on" until_said notices '^accepted: the files match'
    end_run
    check "well" [ "$status" -eq 0 ]
}

files_can_be_looked_at() {
    scene polled
    begin
    check "else the system tells" uses_inotify
    end_run
    scene looked_at
    begin --watch=poll
    check "asked to look, the system is not asked to tell" [ "$(uses_inotify; echo $?)" -eq 1 ]
    walker 'step = function() print "seen" end,'
    check "a save is seen" until_said log '"line":"seen"'
    rm "$scene/s/pace.lua"
    check "a file that is gone too" until_said notices '^refused: .*pace.lua'
    echo 'return 2' >"$scene/s/pace.lua"
    check "and one that comes" until_said notices '^accepted: reload 3'
    end_run
}

a_print_on_trial_is_shown_at_once
a_trial_ends_with_what_has_run
a_print_that_is_undone_stays_in_view
a_print_on_trial_is_shown_while_paused
if [ "$mode" = headless ]; then
    paths_lead_from_the_current_directory
fi
no_control_byte_reaches_the_terminal
each_suspended_agent_has_its_own_reason
files_can_be_looked_at
a_save_that_takes_long_is_waited_for
what_is_no_text_of_lua_is_refused_and_says_so
what_was_undone_stays_out_until_it_is_asked_for

[ "$failures" -eq 0 ]
