#!/bin/bash
# The command `drover new`: what it writes runs as it is and as its README has it changed; what it cannot write, or not
# all of it, it leaves as it was.
# Usage: test_new.sh DROVER SOURCE_ROOT
set -uo pipefail

root=$2
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cp "$1" "$folder/drover" || exit 1 # the program may stand anywhere
drover=$folder/drover
cd "$folder" || exit 1
quietly() { "$@" >out 2>err; }

refused() { # status, message, then the arguments
    local status=$1 message=$2
    shift 2
    "$drover" "$@" >out 2>err
    [ $? -eq "$status" ] && [ ! -s out ] && [ "$(cat err)" = "drover: $message" ]
}

empty() { [ -d "$1" ] && [ -z "$(ls -A "$1")" ]; }
absent() { [ ! -e "$1" ]; }

# What it writes

files=".drover/types/drover.lua .luarc.json README.md main.lua sheep.lua tests/flock.lua"
written() { [ "$(cd "$1" && find . -type f | sed 's|^\./||' | LC_ALL=C sort | xargs)" = "$files" ]; }
runs() { quietly "$drover" run "$@" --headless --ticks 300 --report report.csv; }
most_running() { cut -d, -f3 report.csv | sed 1d | sort -n | tail -1; }

check "a scenario is written" quietly "$drover" new meadow
check "and says how to run it" [ "$(cat out)" = "wrote a scenario to meadow; to run it type drover run meadow" ]
check "all of its files are there" written meadow
check "it is fine" [ "$("$drover" check meadow)" = "meadow: fine (2 kinds, 2 states, 1 setting)" ]
check "it runs" runs meadow
check "it has a monitor" [ "$(head -1 report.csv)" = tick,time,running,seed,set.fright ]
check "which counts sheep that run" [ "$(most_running)" -gt 0 ]
check "it has a setting" quietly "$drover" run meadow --headless --ticks 300 --set fright=0 --report report.csv
check "without fright nobody runs" [ "$(most_running)" -eq 0 ]
check "its tests pass" quietly "$drover" test meadow
check "all of them" grep -q "^1 passed, 0 failed" out
check "luacheck has nothing to say" quietly luacheck --config "$root/.luacheckrc" meadow
check "the stub is the committed one" cmp meadow/.drover/types/drover.lua "$root/scripts/types/drover.lua"
check "the editor's settings lead to it" python3 - <<'PYTHON'
import json, pathlib
settings = json.load(open("meadow/.luarc.json"))
assert settings["runtime.version"] == "Lua 5.4", settings
[types] = settings["workspace.library"]
assert (pathlib.Path("meadow") / types / "drover.lua").is_file(), types
PYTHON

# A copy has a name of its own, and says what it is a copy of.

named() { grep -qF -- "$2" "$1"; }
quietly "$drover" new caribou_too --from "$root/samples/caribou"
check "a copy is named after its folder" named caribou_too/main.lua '  name = "caribou_too", based_on = "caribou",'
check "the mods of the original are for it" runs caribou_too --mods all
check "without a word" [ ! -s err ]
quietly "$drover" new third --from caribou_too
check "a copy of the copy is based on the same" named third/main.lua '  name = "third", based_on = "caribou",'
check "a new scenario has a name" named meadow/main.lua '  name = "meadow", '
quietly "$drover" new 'odd "name"'
check "any folder can be one" quietly "$drover" check 'odd "name"'
check "as it is" named 'odd "name"/main.lua' '  name = "odd \"name\"", '
quietly "$drover" new pool --from "$root/samples/boids"
check "another file may have it" named pool/demo.lua '  name = "pool", based_on = "boids",'
printf 'return require "drover".scenario{ kinds = { "k" } }\n' >short.lua
quietly "$drover" new from_file --from short.lua
check "one that had no name" named from_file/main.lua 'scenario{ name = "from_file", based_on = "short", kinds'
printf 'return x x\n' >wrong_file.lua
quietly "$drover" new from_wrong --from wrong_file.lua
check "what is no Lua is copied as it is" cmp wrong_file.lua from_wrong/main.lua

# What its README says to change: each changes something, and is fine.

changed() { # file, from, to
    cp -r meadow changed
    sed -i "s/$2/$3/" "changed/$1"
    ! cmp -s "meadow/$1" "changed/$1" && runs changed
    local status=$?
    rm -r changed
    return $status
}

check "sheep may be brave" changed sheep.lua \
    '{ steer.evasion \(.*\), 2 }' '{ steer.evasion \1, -2 }'
check "and graze together" changed sheep.lua 'steer.wander {}' 'steer.cohesion { kind = "sheep", radius = 30 }'
sed 's/steer.wander/steer.wandr/' meadow/sheep.lua >wrong.lua && cp -r meadow wrong && mv wrong.lua wrong/sheep.lua
line=$(grep -n 'steer.wander ' meadow/sheep.lua | cut -d: -f1)
quietly "$drover" check wrong
check "a slip is reported with the line" [ "$(head -1 err)" = "drover: wrong/sheep.lua:$line: no behavior 'wandr' (wander?)" ]

# Where it may write

mkdir hollow
check "an empty folder is filled" quietly "$drover" new hollow
check "with the same" diff -r -I "^  name = " meadow hollow
mkdir here
check "also the one it is in" [ "$(cd here && "$drover" new .)" = "wrote a scenario to .; to run it type drover run ." ]
check "with the same" diff -r -I "^  name = " meadow here
ln -s there link && mkdir there
check "and one behind a link" quietly "$drover" new link/
check "with the same" diff -r -I "^  name = " meadow there

mkdir full && echo mine >full/.mine
check "a folder with something in it is refused" \
    refused 2 "full is not empty: name a folder that is empty or does not exist yet" new full
check "and stays as it was" [ "$(ls -A full)$(cat full/.mine)" = .minemine ]
check "so is one written before" refused 2 "meadow is not empty: name a folder that is empty or does not exist yet" new meadow
check "and a file" refused 2 "full/.mine is a file: name a folder that does not exist yet" new full/.mine
check "and a folder in a file" refused 1 "cannot make full/.mine/x: Not a directory" new full/.mine/x
check "and a folder in none" refused 1 "cannot make none/x: No such file or directory" new none/x
check "which is not made" absent none
check "and no folder" refused 2 "no DIR given: a folder to write a scenario into" new
check "and an option it does not have" refused 2 "unknown option --hlp (--help?); see drover new --help" new --hlp x

# What cannot be written is not left half. A file may not grow over 8 blocks here, which the stub does; the shell counts
# in kilobytes.

limited() { (ulimit -f 8 && trap '' XFSZ && refused "$@"); }
check "a file that cannot be written is reported" \
    limited 1 "cannot write half/.drover/types/drover.lua: File too large" new half
check "and nothing is left" absent half
mkdir kept
check "also where there was a folder" \
    limited 1 "cannot write kept/.drover/types/drover.lua: File too large" new kept
check "which stays, empty" empty kept

# Root may write everywhere.
chmod a+rx . drover && mkdir locked && chmod 555 locked
touch out err && chmod a+w out err
as_nobody() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$drover" "$@" >out 2>err
    else
        "$drover" "$@" >out 2>err
    fi
}
if as_nobody --version; then
    as_nobody new locked/x
    check "a folder that may not be written is refused" [ $? -eq 1 ]
    check "with the reason" [ "$(cat err)" = "drover: cannot make locked/x: Permission denied" ]
    as_nobody new locked
    check "so is an empty one" [ "$? $(cat err)" = "1 drover: cannot write locked/README.md: Permission denied" ]
    check "and nothing is left" empty locked
else
    check "the program runs as nobody" false
fi

[ "$failures" -eq 0 ]
