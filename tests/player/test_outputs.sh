#!/bin/sh
# What the program reads and writes is no plain file: test_outputs.sh DROVER
set -u
drover=$(realpath "$1")
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
# refused STATUS TEXT ARGUMENT...: the program ends with that status and says that, and waits for nobody.
refused() {
    status=$1
    text=$2
    shift 2
    timeout 600 "$drover" "$@" >out 2>err
    got=$?
    [ "$got" -eq "$status" ] && grep -qF "$text" err && return
    echo "status $got: $(cat err)"
    false
}

cat >scenario.lua <<'LUA'
local drover = require "drover"
return drover.scenario { kinds = { drover.kind("deer", { steer = drover.steer.wander {} }) },
  setup = function(world) world:scatter("deer", 3) end }
LUA
mkfifo pipe
mkdir full

for what in pipe /dev/zero full; do
    check "--load $what is refused at once" refused 1 "'$what' is not a file" \
        run scenario.lua --headless --ticks 1 --load $what
    check "replay $what is refused at once" refused 1 "'$what' is not a file" replay $what
done
check "a scenario that is a pipe is refused at once" refused 1 "pipe is not a scenario" run pipe --headless --ticks 1
check "a scenario that is a device is refused at once" refused 1 "/dev/zero is not a scenario" run /dev/zero --headless --ticks 1

check "--save writes where a link leads" sh -c "ln -s real.snap link.snap &&
    '$drover' run scenario.lua --headless --ticks 3 --save link.snap && [ -L link.snap ] && [ -f real.snap ]"
check "and it can be loaded" "$drover" run scenario.lua --headless --ticks 1 --load link.snap
check "a full device is reported" refused 1 "cannot write /dev/full: No space left on device" \
    run scenario.lua --headless --ticks 1 --save /dev/full
check "and is never replaced" [ -c /dev/full ]
ln -s /dev/full rows.csv
check "rows on a full device are reported" refused 1 "cannot write rows.csv: No space left on device" \
    run scenario.lua --headless --ticks 1 --record rows.csv
# A limit for the size of files raises a signal, which would kill the program without a word.
limited() { # KIB TEXT ARGUMENT...
    (ulimit -f "$1" && shift && refused 1 "$@")
}
check "rows beyond the limit for files are reported" limited 1 "cannot write long.csv: File too large" \
    run scenario.lua --headless --ticks 500 --record long.csv
check "and nothing is left of them" [ -z "$(ls long.csv* 2>/dev/null)" ]
sed 's/"deer", 3/"deer", 300/' scenario.lua >herd.lua
check "so is a snapshot" limited 1 "cannot write long.snap: File too large" run herd.lua --headless --ticks 1 --save long.snap
check "a report goes to a pipe" sh -c "timeout 60 cat pipe >piped & '$drover' run scenario.lua --headless --ticks 2 --report pipe &&
    wait && [ \$(wc -l <piped) -eq 4 ] && [ -p pipe ]"
check "a log goes to stdout" sh -c "'$drover' run scenario.lua --headless --ticks 2 --log /dev/stdout |
    grep -q '\"event\":\"end\"'"

check "a log is written" "$drover" run scenario.lua --headless --ticks 3 --log run.log
cp run.log kept.log
echo "no Lua" >broken.lua
check "a scenario that does not load costs no log" sh -c "! '$drover' run broken.lua --headless --log run.log 2>/dev/null &&
    cmp run.log kept.log"

for command in "--help" "--version" "behaviors" "behaviors wander" "check scenario.lua" \
    "run scenario.lua --headless --ticks 1 --hash" "replay run.log" "new meadow"; do
    check "a full stdout is reported: $command" sh -c "! '$drover' $command >/dev/full 2>err && grep -q 'stdout' err"
done

check "nothing is left beside" sh -c "! ls | grep -q part"
[ "$failures" -eq 0 ]
