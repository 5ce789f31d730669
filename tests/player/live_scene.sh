# Shared by tests of hot reload: sourced after live.sh, not run. Expects $drover, $mode (headless or
# window) and $folder; exits with 77 where a window needs what is missing.

show=--headless
if [ "$mode" = window ]; then
    show=
    need_display 1400x900 xdotool
fi

# A case has a folder of its own with a scenario: twenty agents, whose kind is a module that requires
# another.
scene() {
    scene=$folder/$1
    mkdir -p "$scene/s"
    : >"$scene/notices"
    shown=$scene/notices
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
        await window_found && xdotool windowfocus "$window" && xdotool key "$2"
    else
        echo "$1" >&9
    fi
}

until_said() { # file, what it must come to hold
    await grep -qs -e "$2" "$scene/$1"
}

# The last tick in the log, which leaves out those of a reload that may still be taken back.
last_tick() { sed -n 's/^{"tick":\([0-9]*\),"hash".*/\1/p' "$scene/log" | tail -n 1; }

is_past() { [ "0$(last_tick)" -gt "$1" ]; }

go_on_for() { # ticks
    await is_past $((10#0$(last_tick) + $1))
}

# A window is ended by a signal, as from a terminal, which gives status 1: 0 is for one that nothing else
# was wrong with.
end_run() {
    if [ "$mode" = window ]; then
        kill -TERM "$run"
    else
        echo quit >&9
    fi
    await_end
    status=$?
    if [ "$mode" = window ] && [ $status -eq 1 ] &&
        grep -q '^drover: interrupted in tick' "$scene/notices" &&
        ! grep -q '^drover: the run ended with' "$scene/notices"; then
        status=0
    fi
}

count() { grep -c -e "$2" "$scene/$1"; }

# The tick of the first line of the log with such an event.
tick_of() { sed -n "s/^{\"tick\":\([0-9]*\),$1.*/\1/p" "$scene/log" | head -n 1; }

hash_of() { grep '^hash' "$1" | cut -d ' ' -f 2-4; }

# Whether a run has come to what the same scenario, which somebody has to copy before it is touched, comes
# to in as many ticks when nobody touches it.
no_bit_has_changed() {
    local ticks
    ticks=$(hash_of "$scene/out" | cut -d ' ' -f 3)
    "$drover" run "$scene/untouched" --headless --ticks "$ticks" --hash </dev/null 2>/dev/null |
        hash_of - | cmp -s - <(hash_of "$scene/out")
}
