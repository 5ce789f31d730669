# Shared by tests that talk to a running program: sourced, not run. Expects $drover. Makes $folder, unless the
# test has one; it is removed at the end.
#
# No test waits for time to pass. It waits for a condition, and looks so often that only a program that
# will never get there fails: on a machine that is slow or busy the looks are slow too.

command -v check >/dev/null || . "$(dirname "$0")/../check.sh"
[ -n "${folder-}" ] || folder=$(mktemp -d) || exit 1
trap 'close_all; rm -rf "$folder"' EXIT

# What a window remembers of its runs is not mixed with that of whoever tests.
XDG_STATE_HOME=$folder/state
export XDG_STATE_HOME

run=     # process id of the program, while it runs
display= # process id of Xvfb

# Succeeds as soon as the command does. Fails after 6,000 looks (5 minutes at least), or when the
# program has ended and the command still fails.
await() {
    _looks=6000
    until "$@"; do
        if [ -n "$run" ] && ! kill -0 "$run" 2>/dev/null; then
            "$@"
            return
        fi
        _looks=$((_looks - 1))
        [ $_looks -gt 0 ] || return 1
        sleep 0.05
    done
}

# Open a display of its own, instead of one that was opened before. Fails where Xvfb is missing or does not
# start. On a smaller one windows are smaller, and looking at them takes less time. Keys do not repeat: on a
# slow machine one that a test holds for two frames would count more than once.
open_display() { # [size]
    [ -z "$display" ] || kill "$display"
    : >"$folder/display"
    command -v Xvfb >/dev/null || return 1
    Xvfb -displayfd 3 -r -noreset -screen 0 "${1:-1400x900}x24" -nolisten tcp 3>"$folder/display" 2>/dev/null &
    display=$!
    run=$display
    await test -s "$folder/display"
    _opened=$?
    run=
    [ $_opened -eq 0 ] || return 1
    DISPLAY=:$(cat "$folder/display")
    SDL_VIDEODRIVER=x11
    export DISPLAY SDL_VIDEODRIVER
}

# Open a display of a size, for a test that also needs some tools. Where something is missing, the test is
# skipped.
need_display() { # size, tools
    _size=$1
    shift
    for _tool in Xvfb perl "$@"; do
        command -v "$_tool" >/dev/null || { echo "skipped: no $_tool"; exit 77; }
    done
    open_display "$_size" || { echo "skipped: Xvfb does not start"; exit 77; }
}

# Kill what a test leaves running; for its EXIT trap. The program may still be writing to $folder.
close_all() {
    [ -z "$run" ] || { kill "$run" && wait "$run"; } 2>/dev/null || true
    [ -z "$display" ] || kill "$display" 2>/dev/null
}

# Start a run in a window that xdotool acts on, and return once that is open and has the keyboard. Every
# frame that is drawn becomes a file, for await_frames to count. `ask` talks to it.
start_window() { # arguments of `drover run`
    rm -rf "$folder/frames" "$folder/socket"
    "$drover" run "$@" --frames "$folder/frames" --control "$folder/socket" &
    run=$!
    # The first frames do not count the mouse as used.
    await test -e "$folder/frames/00000003.png" && await window_found && xdotool windowfocus "$window"
}

window_found() {
    window=$(xdotool search --onlyvisible --name Drover 2>/dev/null) && [ -n "$window" ]
}

# Wait until the window has drawn what came of all that was done to it. The frame at work may have
# looked for events before; the next takes them; a click on a panel counts one later.
await_frames() {
    await test -e "$folder/frames/$(printf '%08d.png' $(($(ls "$folder/frames" | wc -l) + 2)))"
}

# The last picture of start_window that is written whole.
last_frame() { ls "$folder"/frames/*.png | tail -n 2 | head -n 1; }

# How many pixels of a picture, or of a part WxH+X+Y of it, have a color.
pixels() { # picture, color [, part [, how far colors may be off]]
    convert "$1" -crop "${3:-100000x100000+0+0}" +repage -fuzz "${4:-0}" -fill black +opaque "$2" \
        -fill white -opaque "$2" -format '%[fx:round(w*h*mean)]' info:
}

# Where something in the window is, by the name that the command widget knows: "LEFT TOP WIDTH HEIGHT".
place_of() { # name
    _place=$(ask "widget $1")
    case $_place in
    '' | *[!0-9\ ]*)
        echo "$0: no place: $_place" >&2
        return 1
        ;;
    esac
    echo "$_place"
}

# The same as WxH+X+Y, to cut it out of a picture.
part_of() { # name
    place_of "$1" | sed 's/\(.*\) \(.*\) \(.*\) \(.*\)/\3x\4+\1+\2/'
}

is_in_sight() { place_of "$1" >/dev/null 2>&1; } # name

# A pixel of something, "X Y": the one in its middle, or at shares of its width and height, which may
# lead out of it.
spot_of() { # name [, share of the width, share of the height]
    place_of "$1" | awk -v x="${2:-0.5}" -v y="${3:-0.5}" '{ printf "%d %d", $1 + $3 * x, $2 + $4 * y }'
}

# Move the mouse there. Dear ImGui knows a frame later what is under it.
point() { # as for spot_of
    _spot=$(spot_of "$@") && [ -n "$_spot" ] || return 1
    # shellcheck disable=SC2086
    xdotool mousemove --window "$window" $_spot
    await_frames
}

button_down() { # number
    xdotool mousedown "$1"
    await_frames
}
button_up() { # number
    xdotool mouseup "$1"
    await_frames
}

# Click something.
click() { # as for spot_of
    point "$@" && button_down 1 && button_up 1
}

# Press the button on something, and move the mouse by shares of its width and height before letting go.
drag() { # name, share of the width, share of the height
    point "$1" && button_down 1 && point "$1" "$(awk "BEGIN { print 0.5 + $2 }")" "$(awk "BEGIN { print 0.5 + $3 }")" &&
        button_up 1
}

# Move the mouse by pixels, from where it is.
move_by() { # right, down
    xdotool mousemove_relative -- "$1" "$2"
    await_frames
}

# A part of the timeline as WxH+X+Y: between two ticks, and between two shares of its height.
part_of_timeline() { # first tick, last tick, from, to
    echo "$(place_of "timeline/tick $1") $(place_of "timeline/tick $2") $3 $4" |
        awk '{ printf "%dx%d+%d+%d", $5 - $1, $4 * ($10 - $9), $1, $2 + $4 * $9 }'
}

# Press keys, each by itself.
keys() { # names
    for _key; do
        xdotool key "$_key"
        await_frames
    done
}

# Give a run with --control "$folder/socket" a command, and print its answer.
ask() { # command
    perl -MSocket -e '
        my ($path, $command, $run) = @ARGV;
        $command =~ s/([\\"])/\\$1/g;
        socket($run, AF_UNIX, SOCK_STREAM, 0) && connect($run, sockaddr_un($path)) or die "$path: $!\n";
        syswrite $run, "{\"id\":1,\"command\":\"$command\"}\n";
        my %escaped = (n => "\n", t => "\t", r => "\r", b => "\b", f => "\f");
        while (<$run>) {
            next unless /^\{"id":/; # events may come before the answer
            my ($text) = /"text":"((?:[^"\\]|\\.)*)"/;
            $text =~ s/\\(u(....)|.)/$2 ? chr hex $2 : $escaped{$1} || $1/ge;
            print "$text\n";
            exit;
        }
        die "the run has ended\n";
    ' "$folder/socket" "$1"
}

# Wait for the end of the program; its status.
await_end() {
    wait "$run"
    _status=$?
    run=
    return $_status
}
