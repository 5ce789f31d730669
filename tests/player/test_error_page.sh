#!/bin/bash
# A scenario that does not start: in a window a page says why, and the run begins once the scenario is
# mended; without a display the message is printed and the program ends. What cannot be run says what to
# type. Usage: test_error_page.sh PROGRAM. Exits with 77 (skipped) where Xvfb, xdotool or ImageMagick is
# missing.
set -u

drover=$(realpath "$1")
. "$(dirname "$0")/../live.sh"
need_display 800x600 xdotool import convert
cd "$folder" || exit 1

shown=notices

# How many pixels of the display have a color now.
seen() {
    import -silent -window root screen.png 2>/dev/null &&
        convert screen.png -fill black +opaque "$1" -fill white -opaque "$1" \
            -format '%[fx:round(w*h*mean)]' info:
}
shows() { [ "$(seen "$1" || echo 0)" -gt "$2" ]; }
page() { shows '#5a221e' 5000; }        # its title stands on red
source_line() { shows '#46533f' 5000; } # the line at fault on gray
world() { shows '#ff0000' 1000; }       # agents are red discs

scenario() { # folder, what comes before the scenario's end
    mkdir -p "$1"
    cat >"$1/next" <<LUA
local drover = require "drover"
local disc = drover.kind("disc", { look = { shape = "disc", color = "#ff0000", size = 20 } })
$2
return drover.scenario {
  kinds = { disc },
  setup = function(world)
    world:spawn("disc", { x = 0, y = 0 })
    $3
  end,
}
LUA
    mv "$1/next" "$1/main.lua"
}

window_named() { xdotool search --onlyvisible --name "^$1.*Drover" >/dev/null 2>&1; }

start() { # the scenario
    "$drover" run "$1" >out 2>notices &
    run=$!
}

stop() {
    kill -TERM "$run"
    await_end
}

running() { kill -0 "$run" 2>/dev/null; }

# A page, then the run: what is wrong, the message, how it is mended.
a_page_until_it_is_mended() { # what, scenario, part of the message
    start "$2"
    check "$1: there is a page" await page
    check "$1: and the message is printed" grep -q "$3" notices
    check "$1: with the window named after it" await window_named "$2"
    scenario "${2%/main.lua}" "" ""
    check "$1: mended, it runs" await world
    check "$1: the page is gone" await eval '! page'
    check "$1: nothing more was printed" [ "$(grep -c '^drover: ' notices)" -eq 1 ]
    stop
    check "$1: the run was fine" grep -q '^drover: interrupted in tick' notices
}

scenario syntax 'local x = = 3' ''
a_page_until_it_is_mended "a syntax error" syntax '^drover: syntax/main.lua:3: unexpected symbol'
scenario setup '' 'error("on purpose")'
a_page_until_it_is_mended "an error in setup" setup '^drover: setup/main.lua:8: on purpose'
mkdir empty
a_page_until_it_is_mended "a folder without main.lua" empty 'there is no empty/main.lua; to write one type drover new empty'
a_page_until_it_is_mended "a folder that is not there" absent 'no scenario at absent'
mkdir file
a_page_until_it_is_mended "a file that is not there" file/main.lua 'no scenario at file/main.lua'

# The page follows what is saved.
scenario follow 'local x = = 3' ''
start follow
check "a page" await page
check "shows the line at fault" await source_line
cp screen.png first.png
scenario follow '' 'world:spawn("nobody")'
check "another mistake is printed" await grep -q 'follow/main.lua:8: .*nobody' notices
check "and shown" await eval 'page && ! cmp -s screen.png first.png'
window=$(xdotool search --onlyvisible --name Drover)
kill -TERM "$run"
await_end
check "a signal ends the page" [ $? -eq 1 ]

# What a scenario requires may be at fault, and lie anywhere.
scenario parts 'require "deep.part"' ''
mkdir parts/deep elsewhere
echo 'error "part"' >elsewhere/part.lua
ln -s ../../elsewhere/part.lua parts/deep/part.lua
start parts
check "a module at fault is named" await grep -q 'parts/deep/part.lua:1: part' notices
await page
echo 'return 1' >elsewhere/part.lua
check "and mended where it lies" await world
stop

# By hand.
scenario hand 'local x = = 3' ''
start hand
await page
window=$(xdotool search --onlyvisible --name Drover)
xdotool windowfocus "$window" key r
check "R tries again" await page
check "and does not print it again" [ "$(grep -c '^drover: ' notices)" -eq 1 ]
xdotool windowclose "$window" 2>/dev/null || kill -TERM "$run"
await_end
check "closed, the program ends with status 1" [ $? -eq 1 ]

# Where nobody looks.
scenario broken 'local x = = 3' ''
for options in "--ticks 5" "--seconds 1" "--no-watch" "--headless"; do
    # shellcheck disable=SC2086
    "$drover" run broken $options >out 2>notices </dev/null
    check "no page with $options" [ $? -eq 1 ]
    check "but the message with $options" grep -q '^drover: broken/main.lua:3: ' notices
done
unset SDL_VIDEODRIVER
export DISPLAY='' WAYLAND_DISPLAY=''
"$drover" run broken >out 2>notices
check "without a display it is text, status 1" [ $? -eq 1 ]
check "one message" [ "$(grep -c . notices)" -eq 1 ]

# What to type.
says() { # status, message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >out 2>notices </dev/null
    [ $? -eq "$status" ] && [ ! -s out ] && [ "$(cat notices)" = "drover: $message" ]
}
scenario herds/deer '' ''
scenario herds/wolf '' ''
mkdir none plain dir one
echo hello >plain/notes.txt
cp herds/deer/main.lua one/only.lua
check "no display" says 2 \
    "there is no display to open a window on; to run without one type drover run --headless herds/deer" \
    run herds/deer
check "an empty folder" says 1 \
    "no scenario at none: there is no none/main.lua; to write one type drover new none" run none
check "a folder of scenarios" says 1 \
    "no scenario at herds: there is no herds/main.lua; it holds 2 scenarios: type drover run herds/deer, for example" \
    run herds --headless
check "a folder with a scenario of another name" says 1 \
    "no scenario at one: there is no one/main.lua; type drover run one/only.lua" run one --headless
check "a folder of other things" says 1 \
    "no scenario at plain: there is no plain/main.lua; to see the samples type drover" run plain --headless
check "a name mistyped" says 1 \
    "no scenario at herds/dear: No such file or directory; type drover run herds/deer" run herds/dear --headless
check "a name of nothing" says 1 \
    "no scenario at zebra: No such file or directory; to write one type drover new zebra" run zebra --headless
check "a file of nothing" says 1 \
    "no scenario at zebra.lua: No such file or directory; to see the samples type drover" check zebra.lua
check "a scenario instead of a command" says 2 \
    "unknown command 'herds/deer'; type drover run herds/deer" herds/deer
check "a mistyped command" says 2 "unknown command 'rnu' (run?); see drover --help" rnu herds/deer

[ "$failures" -eq 0 ]
