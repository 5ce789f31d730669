#!/bin/sh
# drover sweep: rows, manifests, resuming, parts, runs again, and what is refused.
# Usage: test_sweep.sh PROGRAM SOURCE_ROOT
set -u
drover=$(realpath "$1")
scenarios=$(realpath "$2/tests/player/sweep")
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
cp "$scenarios/herd.lua" "$scenarios/faults.lua" .
shown=err

sweep() { "$drover" sweep "$@" </dev/null >out 2>err; }
# refused STATUS MESSAGE ARGUMENT...: the sweep ends with that status and only that message.
refused() {
    status=$1
    message=$2
    shift 2
    sweep "$@"
    [ $? -eq "$status" ] && [ "$(cat err)" = "drover: $message" ]
}
same() { # two sweeps, without their endings
    cmp "$1.csv" "$2.csv" && cmp "$1.manifest.jsonl" "$2.manifest.jsonl"
}
field() { # of a file, the run's last row and the column, both counted from 1, without commas in fields
    grep "^$2," "$1" | tail -n 1 | cut -d, -f"$3"
}

plan="herd.lua --vary deer=0:11:1 --vary unlucky=true,false --repeat 2 --ticks 20 --every 10"

# What a sweep writes

sweep herd.lua --vary deer=1,4:6:1 --vary unlucky=false --repeat 2 --ticks 3 --jobs 1 --out few.csv
check "a sweep whose runs are fine" [ $? -eq 0 ]
check "says how many" [ "$(cat err)" = "few.csv: 8 runs" ]
check "the heading" [ "$(head -n 1 few.csv)" = \
    'run,seed,set.deer,set.unlucky,set.where,deer,nothing,x,tick,status,error' ]
check "a row for each run, in order" [ "$(tail -n +2 few.csv | cut -d, -f1 | tr '\n' ' ')" = "1 2 3 4 5 6 7 8 " ]
check "values, first repeats, then combinations" \
    [ "$(tail -n +2 few.csv | cut -d, -f3 | tr '\n' ' ')" = "1 1 4 4 5 5 6 6 " ]
check "NaN is empty" [ "$(field few.csv 8 7)" = "" ]
check "the last tick and the status" [ "$(field few.csv 8 9),$(field few.csv 8 10)" = "3,ticks" ]
check "all seeds differ" [ "$(tail -n +2 few.csv | cut -d, -f2 | sort -u | wc -l)" -eq 8 ]
check "the manifest has a line for the sweep and one for each run" [ "$(wc -l <few.manifest.jsonl)" -eq 9 ]
check "and nothing else is left" [ "$(ls)" = "$(printf '%s\n' err faults.lua few.csv few.manifest.jsonl herd.lua out)" ]
for run in 1 5 8; do
    "$drover" run herd.lua --headless --ticks 3 --hash --set "deer=$(field few.csv $run 3)" \
        --seed "$(field few.csv $run 2)" </dev/null >hash 2>err
    check "run $run has the hash of the same drover run" grep -q "\"run\":$run,.*\"$(cut -d' ' -f2 hash)\"" few.manifest.jsonl
    check "and of --rerun" sweep --rerun $run few.csv --headless
    check "which prints it" cmp out hash
done

cat >done.lua <<'LUA'
local drover = require "drover"
return drover.scenario { kinds = { drover.kind("deer", {}) }, monitors = { full = function() return 1 end },
  setup = function(world) world:finish("done") end }
LUA
sweep done.lua --until 'full>=1' --ticks 3 --out done.csv
check "what finishes in setup is finished, though it also reaches --until" [ "$(field done.csv 1 4),$(field done.csv 1 5)" = "0,finished" ]

sweep herd.lua --vary deer=1,2 --repeat 3 --ticks 1 --same-seeds --out same.csv
check "--same-seeds: a repeat has the same seed in each combination" \
    [ "$(sed -n 2,4p same.csv | cut -d, -f2)" = "$(sed -n 5,7p same.csv | cut -d, -f2)" ]
check "and other repeats have others" [ "$(tail -n +2 same.csv | cut -d, -f2 | sort -u | wc -l)" -eq 3 ]
sweep herd.lua --repeat 2 --ticks 1 --seed 5 --out seeded.csv
sweep herd.lua --repeat 2 --ticks 1 --seed 6 --out others.csv
check "--seed changes all seeds" [ "$(cut -d, -f2 seeded.csv others.csv | sort -u | wc -l)" -eq 5 ]

sweep herd.lua --set where='over there, far' --ticks 4 --every 2 --warmup 3 --out every.csv
check "--every and --warmup: rows of one run" [ "$(grep -o ',[0-9]*,[a-z]*,$' every.csv | tr '\n' ' ')" = ",3,, ,5,, ,7,ticks, " ]
check "a choice with a comma is quoted" grep -q '"over there, far"' every.csv
check "and can be run again" sweep --rerun 1 every.csv --headless
printf 'where,deer\nhere,3\n"over there, far",4.0\n' >design.csv
sweep herd.lua --design design.csv --repeat 2 --ticks 2 --out design_runs.csv
check "--design: a run per row and repeat" [ "$(cut -d, -f1-4 design_runs.csv | cut -d, -f3 | tr '\n' ' ')" = "set.deer 3 3 4 4 " ]
sweep herd.lua --until 'deer >= 5' --ticks 9 --warmup 2 --out until.csv
check "--until ends a run, after --warmup" [ "$(field until.csv 1 9),$(field until.csv 1 10)" = "2,until" ]
sweep herd.lua --until 'deer > 5' --ticks 9 --out never.csv
check "and does not if it never holds" [ "$(field never.csv 1 9),$(field never.csv 1 10)" = "9,ticks" ]

# Runs that fail

sweep faults.lua --vary fault=0:6:1 --ticks 6 --out faults.csv
check "a sweep with runs that failed" [ $? -eq 1 ]
cat >expected <<CSV
run,set.fault,deer,tick,status,error
1,0,2,6,ticks,
2,1,,0,failed,faults.lua:21: no beginning
3,2,,4,failed,faults.lua:26: no end
4,3,2,6,failed,faults.lua:8: a deer stumbles [deer#1]
5,4,,6,failed,faults.lua:16: nobody counts
6,5,2,5,finished,
7,6,2,6,failed,"world.memory.eggs.1.hatch: a function cannot be remembered: numbers, strings, booleans, vectors, handles and \
tables of these can (world.memory.eggs was last assigned by 'setup' (faults.lua:22))"
CSV
cut -d, -f1,3- faults.csv >got
shown=got
check "each is a row that says why" cmp got expected
shown=err
check "each error is printed once" [ "$(grep -c 'run [0-9]* failed: ' err)" -eq 5 ]
check "and a warning" grep -q 'warning: run 1: faults.lua:5: a guard is built here and never used' err
check "what could not be hashed has no hash" grep -q '"run":7,.*"hash":null' faults.manifest.jsonl
sweep --rerun 2 faults.csv --headless
check "a failed run can be run again" [ "$?, $(grep -v warning err)" = "1, drover: faults.lua:21: no beginning" ]

# Splitting

sweep $plan --jobs 1 --out serial.csv
check "a serial sweep" grep -q '48 runs, 4 failed' err
for jobs in 2 4; do
    sweep $plan --jobs $jobs --out jobs$jobs.csv
    check "$jobs jobs write the same" same serial jobs$jobs
done
for part in 1 2 3; do
    sweep $plan --part $part/3 --out part$part.csv
done
check "parts are joined, in any order" [ "$(sweep --join part3.csv part1.csv part2.csv --out joined.csv; echo $?)" -eq 1 ]
check "to the same" same serial joined
check "a run of a part" sweep --rerun 2 part2.csv --headless

# Resuming

check "a sweep is not written over" refused 2 "serial.csv exists: remove it, or write to another --out" $plan --out serial.csv
sweep $plan --out serial.csv --resume
check "a whole one has nothing left to do" grep -qx 'serial.csv: 48 runs, 4 failed' err
# cut BYTES LINES: a sweep that was killed when so much of its files was written.
cut_off() {
    rm -f cut.*
    head -c "$1" serial.csv >cut.csv.part
    head -n "$2" serial.manifest.jsonl >cut.manifest.jsonl.part
}
size=$(wc -c <serial.csv)
for state in "0 0" "0 1" "20 0" "20 1" "82 1" "100 1" "3000 3" "3000 999" "$size 47" "$size 49"; do
    set -- $state
    cut_off "$1" "$2"
    sweep $plan --out cut.csv --resume
    check "goes on after $1 bytes of rows and $2 lines" same serial cut
done
cut_off 3000 20
printf '{"run":20,"stat' >>cut.manifest.jsonl.part
sweep $plan --out cut.csv --resume
check "goes on after half a line" same serial cut
cut_off "$size" 49
mv cut.manifest.jsonl.part cut.manifest.jsonl
sweep $plan --out cut.csv --resume
check "goes on between the two renames" same serial cut
cut_off "$size" 49
sed -i '12s/[0-9]/x/' cut.csv.part
sweep $plan --out cut.csv --resume
check "a damaged run runs again" same serial cut
check "and is named" grep -q 'cut.csv.part: run [0-9]* is damaged: it runs again, with those after it' err
head -n 5 serial.csv >cut.csv
check "a finished one that lost rows is refused" refused 1 "cut.csv, or its manifest, is damaged after run 1: remove both, \
and run the sweep again" $plan --out cut.csv --resume
rm cut.*
cut_off 3000 20
check "not without --resume" refused 2 "cut.csv.part is of a sweep that was interrupted: --resume goes on with it; or remove it, \
or write to another --out" $plan --out cut.csv
check "not with other options" refused 2 "cut.csv.part is of another sweep: its command was: drover sweep herd.lua --vary \
deer=0:11:1 --vary unlucky=true,false --repeat 2 --ticks 20 --every 10" $plan --seed 3 --out cut.csv --resume
check "not as a part" refused 2 "cut.csv.part is of another sweep: it was begun without --part" \
    $plan --part 1/2 --out cut.csv --resume
cp herd.lua kept
echo '-- edited' >>herd.lua
check "not with another script" refused 2 "cut.csv.part is of another sweep: herd.lua has changed since it began" \
    $plan --out cut.csv --resume
mv kept herd.lua
cp cut.csv.part kept
sed -i 's/seed/sead/' cut.csv.part
check "not with other rows" refused 2 "cut.csv.part is not what its manifest describes" $plan --out cut.csv --resume
mv kept cut.csv.part
cp serial.csv cut.csv
check "not beside a whole file" refused 2 "cut.csv exists beside cut.csv.part: remove one of them, or write to another --out" \
    $plan --out cut.csv --resume
rm cut.csv
sweep $plan --out cut.csv --resume
check "and none of that did harm" same serial cut
flock few.csv.part true && flock few.csv.part sh -c "'$drover' sweep herd.lua --ticks 3 --out few.csv --resume </dev/null 2>err"
check "two sweeps never write the same file" grep -qx 'drover: few.csv exists beside few.csv.part.*' err
rm -f few.csv.part
cut_off 3000 20
flock cut.csv.part "$drover" sweep $plan --out cut.csv --resume </dev/null 2>err
check "nor does a second one resume it" grep -qx 'drover: another drover sweep is writing cut.csv.part' err

# What is refused

at="--ticks 3 --out no.csv"
check "a setting that is not there" refused 2 "--vary: unknown setting 'der' (deer?)" herd.lua --vary der=1 $at
check "a value out of range" refused 2 "--vary deer: setting 'deer': 51 is not in 0 to 50" herd.lua --vary deer=50,51 $at
check "no number" refused 2 "--vary deer: setting 'deer': 'x' is not a number" herd.lua --vary deer=1,x $at
check "an option that is not there" refused 2 "--vary where: setting 'where' has no option 'heere' (here?)" \
    herd.lua --vary where=heere $at
check "half a range" refused 2 "--vary deer: '1:5' is not a range; write FROM:TO:STEP, such as 0:1:0.25" herd.lua --vary deer=1:5 $at
check "a range backwards" refused 2 "--vary deer: '5:1:1' never gets there; FROM:TO:STEP takes a TO above FROM, and a STEP above 0" \
    herd.lua --vary deer=5:1:1 $at
check "an empty value" refused 2 "--vary deer: '1,,2' has an empty value" herd.lua --vary deer=1,,2 $at
check "the same twice" refused 2 "--vary deer: 'deer' is varied twice" herd.lua --vary deer=1 --vary deer=2 $at
check "varied and fixed" refused 2 "--vary deer: 'deer' is varied, and --set fixes it" herd.lua --vary deer=1 --set deer=2 $at
check "--set of what is not there" refused 2 "--set: no setting 'x'" herd.lua --set x=2 $at
check "a monitor that is not there" refused 2 "--until: unknown monitor 'der' (deer?)" herd.lua --until 'der > 2' $at
check "no condition" refused 2 "--until takes 'MONITOR OP NUMBER' with an OP of > >= < <= ==, not 'deer = 2'" \
    herd.lua --until 'deer = 2' $at
check "a run without an end" refused 2 "no --ticks given: where a run ends that doesn't end before" herd.lua --out no.csv
check "no file" refused 2 "no --out given: the CSV file to write" herd.lua --ticks 3
check "no CSV file" refused 2 "--out takes a .csv file, not 'no.txt'" herd.lua --ticks 3 --out no.txt
check "no scenario" refused 2 "no SCENARIO given: a folder with main.lua, or a .lua file" $at
check "two scenarios" refused 2 "drover sweep takes only one SCENARIO, got 'faults.lua' too" herd.lua faults.lua $at
check "more parts than runs" refused 2 "--part 3/3 is empty: the sweep has only 2 runs" herd.lua --repeat 2 --part 3/3 $at
check "a part beyond the last" refused 2 "--part takes PART/PARTS, such as 2/3, not '4/3'" herd.lua --part 4/3 $at
check "too many runs" refused 2 "the sweep would have over 1000000000 runs" \
    herd.lua --vary deer=0:50:1 --repeat 1000000000 $at
# design MESSAGE: as it is refused.
refused_design() { refused 2 "$1" herd.lua --design design.csv $at; }
printf 'deer,wher\n1,here\n' >design.csv
check "a design with an unknown setting" refused_design "design.csv, column 2: unknown setting 'wher' (where?)"
printf 'deer,where\n1,here\n51,here\n' >design.csv
check "with a value out of range" refused_design "design.csv, row 2, column deer: setting 'deer': 51 is not in 0 to 50"
printf 'deer,where\n1,here\n,here\n' >design.csv
check "with an empty cell" refused_design "design.csv, row 2, column deer: it is empty"
printf 'deer,deer\n1,1\n' >design.csv
check "with a column twice" refused_design "design.csv, column 2: 'deer' is varied twice"
printf 'deer\n' >design.csv
check "without rows" refused_design "design.csv has a heading, but no rows"
printf 'deer,where\n1\n' >design.csv
check "with a short row" refused 1 "design.csv, row 1: it has 1 field, but the heading has 2" herd.lua --design design.csv $at
printf 'deer\n"1\n' >design.csv
check "with an open quote" refused 1 "design.csv, row 1: a quote is not closed, or not at the ends of a field" \
    herd.lua --design design.csv $at
: >design.csv
check "an empty one" refused 1 "design.csv is empty" herd.lua --design design.csv $at
rm design.csv
check "none" refused 1 "cannot open 'design.csv': No such file or directory" herd.lua --design design.csv $at
check "nothing was written" [ -z "$(ls no.* 2>/dev/null)" ]

check "a part is missing" refused 2 "part1.csv is one of 3 parts, but 2 files are given" --join part1.csv part2.csv --out no.csv
check "a part twice" refused 2 "part1.csv and part1.csv are both part 1" --join part1.csv part1.csv part2.csv --out no.csv
check "a whole sweep as a part" refused 2 "serial.csv is a whole sweep, not a part of one" --join serial.csv --out no.csv
sweep $plan --seed 9 --part 2/2 --out alien.csv
check "a part of another sweep" sh -c "'$drover' sweep --join part1.csv alien.csv --out no.csv 2>err; [ \$? -eq 2 ] &&
    grep -q '^drover: part1.csv and alien.csv are of different sweeps: of alien.csv, its command was: .*--seed 9' err"
head -n 12 part2.csv >short.csv
cp part2.manifest.jsonl short.manifest.jsonl
check "a part that was cut off" refused 1 "short.csv, or its manifest, is damaged: run 11 is not as it was written" \
    --join part1.csv short.csv part3.csv --out no.csv
check "leaves nothing behind" [ -z "$(ls no.* 2>/dev/null)" ]
check "a run beyond the last" refused 2 "--rerun 49: the sweep has 48 runs" --rerun 49 serial.csv --headless
check "a run of another part" refused 2 "--rerun 3: part2.manifest.jsonl does not have that run" --rerun 3 part2.csv --headless
check "no sweep" refused 1 "cannot read herd.lua.manifest.jsonl, the manifest of herd.lua: No such file or directory" \
    --rerun 3 herd.lua --headless
sed -i 's/strength = 2/strength = 1/' herd.lua
sweep --rerun 40 serial.csv --headless
check "a run of a changed scenario has another hash" [ $? -eq 1 ]
check "and it is said" grep -q 'drover: run 40 of the sweep had hash' err
check "and why" grep -q 'herd.lua has changed since the sweep' err

# A script that changes while the sweep runs, and a user who has seen enough. Both wait for the first rows.

cp "$scenarios/herd.lua" .
sweep_until_rows() { # options, then what to do
    rm -f live.*
    "$drover" sweep herd.lua --repeat 1000000 --ticks 20 --jobs 2 --out live.csv </dev/null >out 2>err &
    process=$!
    until [ -s live.csv.part ] && [ "$(wc -l <live.csv.part)" -gt 3 ]; do sleep 0.05; done
}
sweep_until_rows
echo '-- edited' >>herd.lua
wait $process
check "a script that changes ends a sweep" [ $? -eq 1 ]
check "with a message" grep -qx 'drover: herd.lua changed during the sweep: undo that, and go on with --resume' err
cp "$scenarios/herd.lua" .
sweep_until_rows
kill -INT $process 2>/dev/null
wait $process
check "an interrupt ends a sweep" [ $? -eq 1 ]
check "which says how far it got" grep -q 'drover: interrupted after [0-9]* of 1000000 runs; --resume goes on' err
check "and its processes" sh -c "! pgrep -P $process"

# A process that dies

sweep_until_rows
child=$(pgrep -P $process | head -n 1)
kill -KILL "$child"
before=$(wc -l <live.csv.part)
until grep -q 'failed' live.csv.part || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
check "a process that dies is a row" grep -q ',0,failed,the process was killed by signal 9 (Killed)$' live.csv.part
until [ "$(wc -l <live.csv.part)" -gt $((before + 100)) ] || ! kill -0 $process 2>/dev/null; do sleep 0.05; done
check "and the sweep goes on" kill -0 $process
kill -KILL $process
wait $process 2>/dev/null
[ "$failures" -eq 0 ]
