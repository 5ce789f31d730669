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
    for _tool in Xvfb "$@"; do
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
# frame that is drawn becomes a file, for await_frames to count.
start_window() { # arguments of `drover run`
    rm -rf "$folder/frames"
    "$drover" run "$@" --frames "$folder/frames" &
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

# Give a run with --control "$folder/socket" a command, and print its answer.
ask() { # command
    python3 - "$folder/socket" "$1" <<'PYTHON'
import json, socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.sendall(json.dumps({"id": 1, "command": sys.argv[2]}).encode() + b"\n")
# Events may come before the answer.
answers = (json.loads(line) for line in connection.makefile())
print(next(answer["text"] for answer in answers if "id" in answer))
PYTHON
}

# Wait for the end of the program; its status.
await_end() {
    wait "$run"
    _status=$?
    run=
    return $_status
}
