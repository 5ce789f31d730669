#!/bin/bash
# What is there when the program is started without arguments: a page to choose a scenario from, or where
# there is no display a text. Usage: test_start.sh PROGRAM SOURCE_ROOT viewer|no-viewer. The page is left out
# where Xvfb, xdotool or ImageMagick is missing.
set -u

drover=$(realpath "$1")
root=$2
folder=$(realpath "$(mktemp -d)") || exit 1
. "$(dirname "$0")/../live.sh"
shown=notices
cd "$folder" || exit 1

without_display() { env -u SDL_VIDEODRIVER DISPLAY='' WAYLAND_DISPLAY='' "$drover" "$@" >out 2>notices; }

# The text

mkdir -p state/drover moths
cat >moths/main.lua <<'LUA'
local drover = require "drover"
return drover.scenario {
  title = "Moths",
  kinds = { drover.kind("moth", { look = { shape = "disc", color = "#ff0000", size = 20 } }) },
  setup = function(world) world:spawn("moth", { x = 0, y = 0 }) end,
}
LUA
mkdir moths/parts moths/.hidden
echo 'return 1' >moths/parts/wing.lua
printf '%s\tMoths\n/nowhere/at/all\tGone\n' "$folder/moths" >state/drover/recent
check "without a display it is a text" without_display
check "and nothing is wrong" [ ! -s notices ]
check "with the commands" grep -q '^  drover run SCENARIO' out
check "every sample" [ "$(grep -c "^  $root/samples/" out)" -eq \
    "$(find "$root/samples" -name main.lua | wc -l)" ]
check "by its title" grep -q "^  $root/samples/caribou *Caribou and wolves$" out
check "what was run lately" grep -q '^  moths *Moths$' out
check "and is still there" [ "$(grep -c Gone out)" -eq 0 ]
printf 'no list\n' >state/drover/recent
check "a damaged list does no harm" without_display
check "and is reported once" [ "$(cat notices)" = \
    "drover: recent scenarios: $folder/state/drover/recent is damaged and was ignored" ]
rm -r state

# Elsewhere: in a bundle the samples lie beside the program, installed in the share folder.

samples_at() { # where the program is, and where the samples are
    mkdir -p "$(dirname "$1")" "$2/caribou"
    cp "$drover" "$1"
    cp "$root/samples/caribou/main.lua" "$2/caribou"
    (drover=$1; without_display) && grep -q "^  ${3:-$2}/caribou" out
}
check "a bundle has its own samples" samples_at "$folder/bundle/drover" "$folder/bundle/samples" bundle/samples
check "so has an installation" samples_at "$folder/usr/bin/drover" "$folder/usr/share/drover/samples" \
    usr/share/drover/samples
mkdir lonely && cp "$drover" lonely/drover
check "without samples it is a text too" eval '(drover=$folder/lonely/drover; without_display)'
check "with the commands" grep -q '^  drover run SCENARIO' out

# A copy

check "a sample is copied by its name" "$drover" new mine --from caribou
check "as it is, but for its name" diff -r -I '^  name = ' -x .drover -x .luarc.json mine "$root/samples/caribou"
check "and runs" "$drover" run mine --headless --ticks 5
check "with what editors need" cmp mine/.drover/types/drover.lua "$root/scripts/types/drover.lua"
check "so is any scenario" "$drover" new mine2 --from moths
check "with its folders" cmp mine2/parts/wing.lua moths/parts/wing.lua
check "but nothing hidden" [ ! -e mine2/.hidden ]
check "and a file becomes main.lua" "$drover" new mine3 --from moths/main.lua
check "the same, but for its name" diff -I '^ *name = ' mine3/main.lua moths/main.lua
check "which says what it is a copy of" grep -qF 'name = "mine3", based_on = "moths"' mine3/main.lua
refused() { # status, message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >out 2>notices
    [ $? -eq "$status" ] && [ "$(cat notices)" = "drover: $message" ]
}
check "what is not there is not copied" refused 1 \
    "no scenario at nobody: No such file or directory; to write one type drover new nobody" new x --from nobody
check "and nothing is left" [ ! -e x ]
check "nor is anything written over" refused 2 \
    "mine is not empty: name a folder that is empty or does not exist yet" new mine --from moths
(ulimit -f 8 && trap '' XFSZ && "$drover" new half --from caribou) 2>notices
check "what cannot be written whole" grep -q '^drover: cannot write half/.*: File too large$' notices
check "is not written" [ ! -e half ]
check "a sample named alone says where it is" refused 1 \
    "no scenario at caribou: No such file or directory; to run the sample of that name type drover run $root/samples/caribou" \
    run caribou --headless

# The page

for tool in Xvfb xdotool import convert; do
    command -v "$tool" >/dev/null || page=no
done
if [ "$3" = viewer ] && [ "${page:-yes}" = yes ] && open_display; then
    seen() {
        import -silent -window root screen.png 2>/dev/null &&
            convert screen.png -fill black +opaque "$1" -fill white -opaque "$1" \
                -format '%[fx:round(w*h*mean)]' info:
    }
    shows() { [ "$(seen "$1" || echo 0)" -gt "$2" ]; }
    button() { shows '#e0b65f' 2000; }    # what writes a new scenario is lit
    a_picture() { shows '#586b4e' 3000; } # the ground of a world
    world() { shows '#ff0000' 1000; }
    DROVER_CONTROL=$folder/socket
    export DROVER_CONTROL
    open_page() {
        "$drover" >out 2>notices &
        run=$!
        await button && await window_found # a window that is given up for a slow renderer comes before
    }
    window_found() {
        window=$(xdotool search --onlyvisible --name '^Drover$' 2>/dev/null) && [ -n "$window" ]
    }
    click() { # name
        # shellcheck disable=SC2046
        xdotool mousemove --window "$window" $(spot_of "$1") click 1
    }
    stop() {
        kill -TERM "$run"
        await_end
    }

    "$drover" run moths >out 2>notices &
    run=$!
    check "a run" await world
    stop
    check "is remembered" [ "$(cat state/drover/recent)" = "$folder/moths	Moths" ]
    check "with its picture" [ "$(ls state/drover/pictures | wc -l)" -eq 1 ]
    "$drover" run mine2 --ticks 3 >out 2>notices
    check "one with an end is not" [ "$(wc -l <state/drover/recent)" -eq 1 ]

    check "there is a page" open_page
    check "with pictures" await a_picture
    check "also of what was run lately" await shows '#ff0000' 10
    check "and nothing but widgets for commands" \
        [ "$(ask status), $(ask 'widget Recent/Moth')" = "status needs a scenario that runs, no widget 'Recent/Moth' (Recent/Moths?)" ]
    click Recent/Moths
    check "a picture that is clicked runs" await world
    check "which takes commands" await eval '[ "$(ask "lua world:count()" 2>/dev/null)" = 1 ]'
    check "under its name" await xdotool search --onlyvisible --name '^Moths - Drover$'
    stop

    check "from the page" open_page
    click 'New scenario/Create and run'
    check "a new scenario is written" await test -e my-scenario/main.lua
    check "and runs" await grep -q '^wrote a scenario to /.*/my-scenario;' out
    await xdotool search --onlyvisible --name ' - Drover$'
    stop

    check "the list is kept" [ "$(wc -l <state/drover/recent)" -eq 2 ]
    check "a third time" open_page
    check "its button is seen" await a_picture
    lit=$(seen '#e0b65f')
    click 'Recent/Moths/new from this one' # then a line in the same color says what will be copied
    check "a copy is offered" await shows '#e0b65f' "$lit"
    click 'New scenario/Create and run'
    check "it is written" await test -e my-moths/main.lua
    check "with all files" cmp my-moths/parts/wing.lua moths/parts/wing.lua
    check "and runs" await world
    stop

    XDG_STATE_HOME=/dev/null/x "$drover" run moths >out 2>notices &
    run=$!
    check "where nothing can be kept a run goes on" await world
    check "with one message" [ "$(grep -c '^drover: recent scenarios: ' notices)" -eq 1 ]
    stop

    open_page
    xdotool windowclose "$window" 2>/dev/null
    await_end
    check "a page that is closed is no failure" [ $? -lt 2 ]
fi

[ "$failures" -eq 0 ]
