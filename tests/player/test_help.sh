#!/bin/bash
# The commands `drover help` and `drover behaviors`, and every example that they show: each is a scenario without a
# fault. What the pages say is in tests/scripts/help.
# Usage: test_help.sh DROVER viewer|no-viewer EXAMPLE…
set -uo pipefail

drover=$1 viewer=$2
shift 2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0

check() { # what must hold, then a test
    local what=$1
    shift
    if "$@"; then
        echo "ok: $what"
    else
        echo "FAILED: $what ($*)"
        failures=$((failures + 1))
    fi
}

shows() { # a part of the text, then the arguments
    local text=$1
    shift
    "$drover" "$@" >"$folder/out" 2>"$folder/err" && [ ! -s "$folder/err" ] && grep -qF -e "$text" "$folder/out"
}

refused() { # status, a part of the message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >"$folder/out" 2>"$folder/err"
    [ $? -eq "$status" ] && [ ! -s "$folder/out" ] && grep -qF -e "$message" "$folder/err" &&
        [ "$(wc -l <"$folder/err")" -eq 1 ]
}

# Examples

for example in "$@"; do
    case $example in
    */mods/*) ;; # of the scenario in modded.lua
    */tests.lua) # of the scenario in ants.lua
        mkdir -p "$folder/ants/tests"
        cp "$(dirname "$example")/ants.lua" "$folder/ants/main.lua"
        cp "$example" "$folder/ants/tests/"
        check "the tests of an example pass" "$drover" test "$folder/ants"
        ;;
    */tools.lua) # callbacks that only people call
        mkdir -p "$folder/tools/tests"
        cp "$example" "$folder/tools/main.lua"
        cat >"$folder/tools/tests/input.lua" <<'LUA'
return {
  ["every callback runs"] = function(t)
    local world = t:world()
    world:step(2)
    local ball = world:nearest("ball", 0, 0)
    world:input("mousepressed", ball.x, ball.y, 1, ball)
    world:step(1)
    t:equal(ball.label ~= nil, true)
    world:input("mousereleased", ball.x, ball.y, 1, ball)
    world:input("mousemoved", 1, 2, 1, 1)
    world:input("wheelmoved", 0, 1)
    world:input("keypressed", "b")
    world:input("keyreleased", "b")
    world:step(1)
    t:equal({ ball.label, world:count("ball"), world.settings.zoom }, { nil, 11, 1 })
    world:input("keypressed", "k")
    world:input("mousemoved", 1, 2, 1, 1)
    world:input("mousepressed", ball.x + 1, ball.y, 1)
    world:input("wheelmoved", 0, 1)
    world:input("mousereleased", 1, 2, 1)
    world:step(1)
    local hits = 0
    for one in world:agents("ball") do hits = hits + one.hits end
    t:equal(hits, 1)
  end,
}
LUA
        check "$(basename "$example") answers mouse and keyboard" "$drover" test "$folder/tools"
        ;;
    */drawing.lua)
        if [ "$viewer" = viewer ]; then
            check "$(basename "$example") draws" \
                "$drover" run "$example" --headless --ticks 2 --screenshot "$folder/drawn.png"
        fi
        check "$(basename "$example") runs without a fault" "$drover" check "$example" --ticks 60
        ;;
    */order.lua)
        "$drover" run "$example" --headless --ticks 3 >"$folder/order"
        check "a tick has the order that help tick says" cmp "$folder/order" - <<'ORDER'
setup
  init
  enter one
tick 0: update
  step of the kind
  step of one
  steer.custom
tick 1: update
  guard of the kind
  leave one
  enter two
  step of the kind
  step of two
  steer.custom
tick 2: update
  guard of the kind
  step of the kind
  step of two
  steer.custom
ORDER
        ;;
    *) check "$(basename "$example") runs without a fault" "$drover" check "$example" --ticks 60 ;;
    esac
done

# The command

check "without a name the topics are listed" shows 'The order of a tick' help
check "a topic" shows 'decide' help tick
check "a method" shows 'agent:sees(' help agent:sees
check "a key" shows 'kind.speed' help kind.speed
check "a command" shows '--headless' help run
check "the command itself" shows 'drover help [NAME]' help help
check "a name with several meanings" shows 'when.sees(' help sees
check "everything" shows 'steer.wander' help --all
check "everything as a document" shows '# Reference' help --all --format md
columns() { "$drover" help "$@" | LC_ALL=C.UTF-8 wc -L; }
wide_lines() { "$drover" help "$@" | LC_ALL=C.UTF-8 grep -nE '.{81}'; }
check "everything fits 80 columns: $(wide_lines --all)" [ "$(columns --all)" -le 80 ]
check "help of help" shows '--format' help --help
check "the program's help names it" shows 'drover help [NAME]' --help

check "an unknown name gets the nearest ones" refused 1 "nothing is called 'wandr' (wander" help wandr
check "also of a path" refused 1 'steer.wander' help steer.wandr
check "a name that nothing comes near" refused 1 "nothing is called 'qqqqqq'; drover help lists all topics" help qqqqqq
check "two names" refused 2 'takes only one NAME' help sees seek
check "a name with --all" refused 2 '--all prints everything' help --all sees
check "a document of one name" refused 2 '--format md needs --all' help sees --format md
check "another format" refused 2 '--format takes text or md' help --all --format html
check "an empty name" refused 2 'NAME is empty' help ''

# Behaviors: the same text, of the catalogue alone

same() { [ "$("$drover" help "$1")" = "$("$drover" behaviors "$1")" ]; }

check "a behavior is shown as by help" same seek
check "as is a guard" same stuck
check "all behaviors" shows 'stress.terrain' behaviors
check "what is no behavior" refused 2 "nothing in the catalogue is called 'world'" behaviors world
check "the nearest behavior" refused 2 '(seek?)' behaviors seekk

# Nothing is cut off where nobody reads on.
"$drover" help --all | head -1 >"$folder/first"
check "a reader may stop" [ -s "$folder/first" ]

[ "$failures" -eq 0 ]
