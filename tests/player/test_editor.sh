#!/bin/sh
# A click on a place in the code opens the editor there. Usage: test_editor.sh PROGRAM. Exits with 77
# (skipped) where Xvfb or xdotool is missing.
set -u

drover=$(realpath "$1")
. "$(dirname "$0")/../live.sh"
need_display 1000x600 xdotool
cd "$folder" || exit 1

# An agent whose change of state is explained, an event, and an error of the scenario's script.
mkdir scene
cat >scene/main.lua <<'LUA'
local drover = require "drover"
local when = drover.when
local one = drover.kind("one", {
  initial = "first",
  states = {
    first = { on = { { when.after(0.1), "second" } } },
    second = { step = function(self)
      if self.state_time < 0.05 then self:emit("hello", 50) end
    end },
  },
})
return drover.scenario {
  kinds = { one },
  tick_rate = 10,
  setup = function(world) world:spawn("one", { x = 0, y = 0 }) end,
  update = function(world) if world.tick == 3 then error("broken on purpose") end end,
}
LUA
# An editor that notes its arguments and stays until it is told to end, with a status.
cat >fake <<'SH'
#!/bin/sh
printf '%s|' "$@" >>"$FOLDER/opened"
while [ -d "$FOLDER" ] && [ ! -s "$FOLDER/end" ]; do sleep 0.05; done
exit "$(cat "$FOLDER/end")"
SH
chmod +x fake
FOLDER=$folder
export FOLDER

begin() { # a run that has come to its error, and stands still
    : >opened
    start_window scene --ticks 100000 --size 1000x600 --select one#1 --explain >out 2>notices
    await grep -qs 'broken on purpose' notices
    xdotool key space
    await_frames
}
event_at() { # line: the place in the code at the end of a line of events
    ask widget | sed -n "s|.*  panel/\(Events/.*/main.lua:$1\)\$|\1|p"
}
finish() {
    kill -TERM "$run"
    await_end
}
opened() { [ "$(cat opened)" = "$1" ]; }
said() { grep -qs -e "$1" notices; }
has_no_child() { ! grep -qs "^PPid:[[:space:]]*$run\$" /proc/[0-9]*/status; }

why=Why/main.lua:6
VISUAL="$folder/fake -x"
export VISUAL
begin
click "$why"
check "a click on the line that says why opens its place" await opened '-x|+6|scene/main.lua|'
check "the run does not wait for the editor" await_frames
echo 0 >end
check "none stays as a zombie" await has_no_child
check "an editor that ends well says nothing" [ "$(grep -c editor notices)" -eq 0 ]
: >opened
click "$(event_at 8)"
check "a click in the list of events opens its place" await opened '-x|+8|scene/main.lua|'
: >opened
click "$(event_at 16)"
check "also of an error" await opened '-x|+16|scene/main.lua|'
echo 3 >end
: >opened
click banner/scene/main.lua:16
check "a click in the banner opens its place" await opened '-x|+16|scene/main.lua|'
check "an editor that fails is told of" await said '^drover: the editor ended with status 3$'
finish

VISUAL=
EDITOR=$folder/nowhere
export EDITOR
begin
click "$why"
check "an editor that is not there is told of" \
    await said "^drover: cannot start the editor $folder/nowhere: No such file or directory$"
finish
unset EDITOR VISUAL
begin
click "$why"
check "without an editor, a message says what to set" \
    await said '^drover: set VISUAL or EDITOR to an editor that opens scene/main.lua at line 6$'
finish

# A scenario that does not start.
VISUAL=$folder/fake
export VISUAL
mkdir bad
echo 'return drover.nothing(' >bad/main.lua
: >opened
"$drover" run bad --control "$folder/socket" >out 2>notices &
run=$!
await window_found
check "the page of a scenario that does not start knows no other command" \
    await eval '[ "$(ask status 2>/dev/null)" = "status needs a scenario that runs" ]'
# shellcheck disable=SC2046
xdotool windowfocus "$window" mousemove --window "$window" $(spot_of bad/main.lua:2)
ask widget >/dev/null # once the page has seen the mouse there
xdotool click 1
check "a click on the place opens it, too" await opened '+2|bad/main.lua|'
kill -TERM "$run"
await_end

[ "$failures" -eq 0 ]
