#!/bin/sh
# Mods on the command line: --mod, --mods, their messages, and logs of runs with mods. test_mods.sh DROVER SOURCE_ROOT
set -u
drover=$(realpath "$1")
scenario=$(realpath "$2/tests/bindings/mods")
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cp -r "$scenario" meadow
chmod -R u+w meadow

# mod FOLDER NAME: write a mod that says its name in setup, with the rest of init.lua from stdin.
mod() {
    mkdir -p "$1"
    echo "return { name = \"$2\" }" >"$1/mod.lua"
    {
        echo 'local drover = require "drover"'
        cat
        echo "return drover.mod { settings = { drover.slider(\"depth\", 1, { max = 9 }) },"
        echo "  setup = function(_, settings) print(\"$2\", settings.depth) end }"
    } >"$1/init.lua"
}
# prints TEXT ARGUMENT...: the program succeeds and prints the text.
prints() {
    text=$1
    shift
    "$drover" "$@" >out 2>&1 </dev/null && grep -qF -e "$text" out && return
    cat out
    false
}
# refuses STATUS TEXT ARGUMENT...: the program ends with that status and says that.
refuses() {
    status=$1
    text=$2
    shift 2
    "$drover" "$@" >out 2>err </dev/null
    got=$?
    [ "$got" -eq "$status" ] && grep -qF -e "$text" err && return
    echo "status $got: $(cat err)"
    false
}
run="run meadow --headless --ticks 20 --hash"

echo 'drover.extend("sheep", function(def) def.body.max_speed = 1 end)' | mod meadow/mods/winter winter
mod elsewhere/snow snow </dev/null
mod named-otherwise rain </dev/null

plain=$("$drover" $run </dev/null | tail -1)
check "a mod that is only there changes nothing" [ -n "$plain" ]
check "a mod of the scenario is selected by its name" prints "winter	1.0" $run --mods winter
check "none of them is" sh -c "'$drover' $run --mods none </dev/null | tail -1 | grep -qF '$plain'"
check "all of them are" prints "winter	1.0" $run --mods all
check "a mod may be anywhere" prints "snow	1.0" $run --mod elsewhere/snow
check "and be called otherwise than its folder" prints "rain	1.0" $run --mod named-otherwise
check "its settings have its name" prints "snow	3.0" $run --mod elsewhere/snow --set snow.depth=3
check "mods apply in one order" sh -c "
    '$drover' $run --mod elsewhere/snow --mod named-otherwise --mods winter </dev/null >one &&
    '$drover' $run --mods winter --mod named-otherwise --mod elsewhere/snow </dev/null >other &&
    cmp one other && grep -A1 rain one | grep -q snow"
check "a scenario is checked with mods" prints "meadow: fine (1 kind, 2 states, 2 settings)" check meadow --mods winter
"$drover" $run --mod named-otherwise --mods winter --log run.log </dev/null >one
mkdir away
mv named-otherwise meadow away
check "a log has the mods" prints "$(tail -1 one | cut -d" " -f1,2)" replay run.log --hash
mv away/* .

check "a folder without mod.lua is no mod" refuses 1 "elsewhere is no mod: it has no 'mod.lua'" $run --mod ./elsewhere
check "a misspelled name is corrected" refuses 1 "no mod 'wintr' (winter?)" $run --mods wintr
cp -r elsewhere/snow again
check "two mods of one name are refused" refuses 1 "two mods are called 'snow': elsewhere/snow and ./again" \
    $run --mod elsewhere/snow --mod again
check "--mods takes names" refuses 2 "--mods takes all, none, or names of mods with commas between them, not 'a,,b'" \
    $run --mods a,,b
check "a setting of a mod is corrected" refuses 2 "unknown setting 'snow.dept' (snow.depth?)" \
    $run --mod elsewhere/snow --set snow.dept=3
echo 'error "oh"' | mod elsewhere/snow snow
check "a message has the path of the mod's file" refuses 1 "elsewhere/snow/init.lua:2: oh" $run --mod elsewhere/snow
echo 'error "oh"' | mod named-otherwise rain
check "without the mod's name in it, the mod's name" refuses 1 "drover: mods/rain/init.lua:2: oh" \
    $run --mod named-otherwise
mod named-otherwise rain </dev/null
echo 'error "oh"' | mod meadow/mods/winter winter
check "as for a mod of the scenario" refuses 1 "meadow/mods/winter/init.lua:2: oh" $run --mods winter

# During play
printf 'return { name = "winter" }\n' >meadow/mods/winter/mod.lua
echo 'drover.extend("sheep", function(def) def.body.max_speed = 1 end)' | mod meadow/mods/winter winter
mkdir -p meadow/tests
cat >meadow/tests/mods.lua <<'LUA'
return {
  ["a mod slows the sheep"] = function(t)
    local world, same = t:world { mods = { "winter" } }, t:world { mods = { "./mods/winter" } }
    local plain = t:world {}
    for _, each in ipairs { world, same, plain } do each:step(20) end
    t:equal(world:hash(), same:hash())
    assert(world:hash() ~= plain:hash())
    t:equal(world.settings["winter.depth"], 1)
  end,
  ["and one is missing"] = function(t) t:world { mods = { "summer" } } end,
}
LUA
check "a test opens worlds with mods" prints "1 passed, 0 failed" test meadow --only slows
check "and is told which is missing" sh -c "! '$drover' test meadow --only missing >out 2>&1 &&
    grep -qF \"no mod 'summer'\" out"

mkdir -p meadow/mods/crows
printf 'return { name = "crows" }\n' >meadow/mods/crows/mod.lua
cat >meadow/mods/crows/init.lua <<'LUA'
local drover = require "drover"
local crow = drover.kind("crow", { steer = drover.steer.wander {} })
return drover.mod { kinds = { crow }, setup = function(world) world:scatter("crow", 3) end }
LUA
# played COMMANDS: the run takes the commands, one per line, and is logged.
played() {
    printf '%b' "$1" | "$drover" run meadow --headless --paused --log play.log >out 2>&1
}
commands='step 5\nmods\nmod on crows\nmod on crows\nmod on crow\nmod up\nstep 70\nmods\nmod off crows\nstep 70\nundo\nstep 5\nstatus\nquit\n'
check "mods are switched during play" played "$commands"
for text in "mods: crows off, winter off" "accepted: reload 2: mod crows on; reloaded" "mod: the mod 'crows' is already on" \
    "mod: no mod 'crow' (crows?)" "mod takes on or off and a name, as in mod on winter, not 'up'" \
    "mods: crows on, winter off" "accepted: reload 3: mod crows off; reloaded" "agents 4 " "accepted: undo: reload 4: mod crows on"; do
    check "it says: $text" grep -qF -e "$text" out
done
check "the log names the mods and their versions" grep -q '"mods":{"crows":"[^"]*"' play.log
check "which a log repeats" prints "all hashes equal" replay play.log

# Snapshots
check "a snapshot is saved" prints "hash" $run --mods winter,crows --save with.snap
check "and goes on with the same mods" sh -c "'$drover' $run --mods winter,crows --load with.snap </dev/null >out 2>err &&
    ! grep -q snapshot err"
check "without one, it is named" refuses 1 "the snapshot was made with mods that are missing: crows" \
    $run --mods winter --load with.snap
sed -i 's/"winter"/"winter", version = "2.0"/' meadow/mods/winter/mod.lua
check "so is another version" prints "the snapshot was made with other versions of mods: winter" \
    $run --mods winter,crows --load with.snap
mkdir -p elsewhere/quiet
echo 'return { name = "snow" }' >elsewhere/quiet/mod.lua
touch elsewhere/quiet/init.lua
check "and one more mod" prints "; without snow" $run --mods winter,crows --mod elsewhere/quiet --load with.snap
sed -i 's/, version = "2.0"//' meadow/mods/winter/mod.lua

# What the commands say
check "mods are listed" prints "off  winter" mods meadow
check "with those from elsewhere" prints "on   rain" mods meadow --mod named-otherwise
check "and with what they change" prints "  sheep.body.max_speed                      winter" mods meadow --mods winter
mkdir -p twice
echo 'return { name = "xtwice", title = "Twice", version = "2", description = "Faster." }' >twice/mod.lua
echo 'require "drover".extend("sheep", function(def) def.body.max_speed = 9 end)' >twice/init.lua
check "the last one first" prints "  sheep.body.max_speed                      xtwice; before it winter" \
    mods meadow --mods winter --mod twice
check "with what mod.lua says" prints "on   xtwice 2  Twice: Faster." mods meadow --mod twice
mkdir -p meadow/mods/broken
echo 'return { nam = 1 }' >meadow/mods/broken/mod.lua
check "a mistake in one is named" refuses 1 "meadow/mods/broken/mod.lua:1: nam: unknown key (name?)" mods meadow
rm -r meadow/mods/broken

check "a mod is written" prints "wrote a mod to limp; to run it type drover run meadow --mod limp" new --mod limp --for meadow
check "which is fine" prints "meadow: fine (1 kind, 2 states, 2 settings)" check meadow --mod limp
check "and changes the first kind" prints "sheep.look.color" mods meadow --mod limp
check "a name that no mod can have is refused" refuses 2 "letters, digits and _, not 'a-b'" new --mod a-b --for meadow
check "it needs a scenario" refuses 2 "a new mod takes both: --mod DIR --for SCENARIO" new --mod stray
check "that exists" refuses 1 "no scenario at nowhere" new --mod stray --for nowhere
check "and leaves nothing behind" [ ! -e stray ]
