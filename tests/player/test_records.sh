#!/bin/bash
# What --record writes in each format: the same rows, which PedPy's rules accept, whole files or none, and
# refusals. Usage: test_records.sh DROVER.
set -u

drover=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../live.sh"
cd "$folder" || exit 1
cp "$here/rows/births.lua" births.lua

record() { # file, options
    local file=$1
    shift
    "$drover" run births.lua --headless --seed 5 --ticks 60 --record "$file" "$@" </dev/null
}

pedpy() { lua5.4 "$here/rows/pedpy.lua" "$1"; }

# The same rows in all formats

check "as CSV" record rows.csv
check "compressed" record rows.csv.gz
check "as JSON lines" record rows.jsonl
check "as text" record rows.txt
check "compressed rows are those of CSV" cmp rows.csv <(zcat rows.csv.gz)
mkdir again
check "once more" record again/rows.csv.gz
check "the same run gives the same bytes, even compressed" cmp rows.csv.gz again/rows.csv.gz
csv_of_json() { # of flat objects, whose strings have neither commas nor quotes
    awk '{
        gsub(/^\{|\}$/, "")
        count = split($0, pairs, ",")
        keys = values = ""
        for (i = 1; i <= count; i++) {
            colon = index(pairs[i], ":")
            key = substr(pairs[i], 2, colon - 3)
            value = substr(pairs[i], colon + 1)
            gsub(/"/, "", value)
            keys = keys (i > 1 ? "," : "") key
            values = values (i > 1 ? "," : "") value
        }
        if (NR == 1) print keys
        print values
    }' "$1"
}
check "JSON lines are the rows of CSV" cmp rows.csv <(csv_of_json rows.jsonl)

# PedPy

pedpy rows.txt >read
check "PedPy reads it" [ -s read ]
check "with the frame rate, and a frame for each tick" \
    [ "$(awk 'NR == 1 { print $1, $2, $4 }' read)" = "49 $(($(wc -l <rows.csv) - 1)) 0-59" ]
check "every person has a number" [ "$(awk 'NR == 1 { print ($3 > 15) }' read)" = 1 ]
check "more people than ids" \
    [ "$(awk 'NR == 1 { print $3 }' read)" -gt "$(tail -n +2 rows.csv | cut -d, -f3 | sort -u | wc -l)" ]
# x and y in the order of the rows, by a reader of numbers.
places() { awk -F, 'NR > 1 { print $1 - 1, $6, $7 }' "$1" | lua5.4 -e '
    for line in io.lines() do
      local frame, x, y = line:match("(%S+) (%S+) (%S+)")
      print(("%s %.17g %.17g"):format(frame, tonumber(x), tonumber(y)))
    end'; }
check "at the places of the rows" cmp <(places rows.csv) <(tail -n +2 read | cut -d ' ' -f 2-)
check "every third tick" record third.txt --every 3
check "is a frame rate of a third, and frames without gaps" \
    [ "$(pedpy third.txt | awk 'NR == 1 { print $1, $4 }')" = "16.333333333333332 0-19" ]
check "of one kind" record people.txt --kinds person
check "only its rows" [ "$(pedpy people.txt | awk 'NR == 1 { print $2 }')" -eq "$(grep -c ',person,' rows.csv)" ]
check "without a row PedPy finds it empty" \
    sh -c "'$drover' run births.lua --headless --ticks 0 --record none.txt </dev/null && ! lua5.4 '$here/rows/pedpy.lua' none.txt 2>wrong && grep -q empty wrong"

# The checker finds what PedPy refuses.
broken() { # sed expression, what it says
    sed "$1" rows.txt >broken.txt
    ! pedpy broken.txt >/dev/null 2>wrong && grep -q "$2" wrong
}
check "a file without a frame rate is refused" broken 1d "no frame rate"
check "a frame rate of 0" broken '1s/49/0/' "no frame rate"
check "without a unit" broken 2d "not meters"
check "with centimeters" broken '2s,x/m,x/cm,' "not meters"
check "a fraction as id" broken '5s/^[0-9]*/1.5/' "not a whole number"
check "a missing frame" broken '/^1 7 /d' "missing"
check "a frame twice" broken '/^1 7 /p' "twice"
check "a coordinate that is none" broken '5s/ [^ ]* \([^ ]*\)$/ nan \1/' "not a coordinate"
check "a column too many" broken '7s/$/ 1/' "number of columns"

# Columns and kinds

chosen=tick,id,heading,memory.name,memory.energy,memory.plan.step,memory.home.x,memory.friend,memory.calm
check "columns as asked for" record columns.csv --columns $chosen --kinds person
check "are in that order" [ "$(head -n 1 columns.csv)" = $chosen ]
check "with strings, numbers, and booleans" grep -qF ',"no. 2, ""the"" walker",0.81,2,1,1,true' columns.csv
check "of those kinds" [ "$(wc -l <columns.csv)" -eq $(($(grep -c ',person,' rows.csv) + 1)) ]
check "also as JSON" record columns.jsonl --columns $chosen --kinds person
check "with the types of JSON" \
    grep -qF '"memory.name":"no. 2, \"the\" walker","memory.energy":0.81,"memory.plan.step":2,"memory.home.x":1,"memory.friend":1,"memory.calm":true}' columns.jsonl
check "what a kind lacks is empty" record mixed.csv --columns kind,memory.calm,memory.energy
check "in CSV" grep -q '^dog,,1$' mixed.csv
check "and no key in JSON" record mixed.jsonl --columns kind,memory.calm,memory.energy
check "at all" grep -qx '{"kind":"dog","memory.energy":1}' mixed.jsonl
check "compressed, too" record mixed.csv.gz --columns kind,memory.calm,memory.energy
check "the same" cmp mixed.csv <(zcat mixed.csv.gz)

# Refusals

refused() { # message, options; nothing is written
    local message=$1
    shift
    echo old >kept.csv
    cp kept.csv kept.txt
    "$drover" run births.lua --headless --ticks 2 "$@" </dev/null >out 2>wrong
    [ $? -eq 2 ] && [ "$(cat wrong)" = "drover: $message" ] && [ "$(cat kept.csv kept.txt)" = $'old\nold' ]
}
r="--record kept.csv"
# shellcheck disable=SC2086
{
    check "a column that nobody has" refused "--columns: unknown column 'heeding' (heading?)" $r --columns id,heeding
    check "one of the memory" refused "--columns: unknown column 'memory.enrgy' (memory.energy?)" $r --columns memory.enrgy
    check "its name without memory." refused "--columns: unknown column 'energy' (memory.energy?)" $r --columns energy
    check "one that only another kind has" refused "--columns: unknown column 'memory.calm'" $r --kinds dog --columns memory.calm
    check "an empty name within" refused "--columns: unknown column 'memory.plan..x' (memory.plan?)" $r --columns memory.plan..x
    check "a table" refused "--columns: memory.plan is a table: name what is in it" $r --columns memory.plan
    check "a vector" refused "--columns: memory.home is a vector: name its x, y, or z" $r --columns memory.home
    check "a fourth axis" refused "--columns: memory.home is a vector, with x, y, and z" $r --columns memory.home.w
    check "a field of a number" refused "--columns: memory.energy has no fields" $r --columns memory.energy.x
    check "a column twice" refused "--columns: 'x' is given twice" $r --columns x,y,x
    check "no name" refused "--columns takes names with commas between them, not 'x,,y'" $r --columns x,,y
    check "an unknown kind" refused "--kinds: unknown kind 'parson' (person?)" $r --kinds dog,parson
    check "a kind twice" refused "--kinds: 'dog' is given twice" $r --kinds dog,dog
    check "no kind" refused "--kinds takes names with commas between them, not 'dog,'" $r --kinds dog,
    check "columns without rows" refused "--columns needs --record" --columns x
    check "kinds without rows" refused "--kinds needs --record" --kinds dog
    check "columns of PedPy's" \
        refused "--columns: a .txt file has the columns that PedPy reads: id, frame, x, y, and z" --record kept.txt --columns x
    check "another format" refused "--record takes a .csv, .csv.gz, .jsonl, or .txt file, not 'kept.xml'" --record kept.xml
}
check "a place that never has a value is named" record never.csv --columns id,memory.plan.route 2>wrong
check "in the end" [ "$(cat wrong)" = "drover: warning: --columns: memory.plan.route was empty in every row" ]

# Values that no row takes

sed 's/self.plan.step = .*/self.plan.step = self.world.tick < 5 and self.plan.step + 1 or {}/; /self.calm = /d' \
    births.lua >tables.lua
"$drover" run tables.lua --headless --ticks 20 --record tables.csv --columns tick,id,memory.plan.step </dev/null 2>wrong
check "a table ends a run" [ $? -eq 1 ]
check "with its column, tick, and agent" \
    grep -qx 'drover: --columns: in tick 6, memory.plan.step of person#1 is a table: name what is in it' wrong
check "once" [ "$(wc -l <wrong)" -eq 1 ]
check "the rows before it stay" grep -q '^5,1,5$' tables.csv
printf 'step 12\nquit\n' | "$drover" run tables.lua --headless --watch --paused --record tables.csv \
    --columns tick,id,memory.plan.step >/dev/null 2>wrong
check "a watched run goes on" grep -q '^12,1,$' tables.csv
check "and says so once" [ "$(grep -c 'is a table: name what is in it' wrong)" -eq 1 ]

# Whole files, or none

for file in rows.csv rows.csv.gz rows.jsonl rows.txt report.csv; do
    option=--record
    [ $file != report.csv ] || option=--report
    rm -rf kill && mkdir kill
    echo old >kill/$file
    "$drover" run births.lua --headless --speed 20 $option kill/$file --log kill/log </dev/null &
    run=$!
    await grep -qs '"tick":20,"hash"' kill/log
    kill -KILL $run
    wait $run 2>/dev/null
    run=
    check "a killed run leaves $file as it was" [ "$(cat kill/$file)" = old ]
    check "and what it wrote beside it" [ "$(cd kill && ls $file.*.part | wc -l)" -eq 1 ]
    "$drover" run births.lua --headless --ticks 3 $option kill/$file </dev/null
    check "the next run writes $file" [ "$(head -c 3 kill/$file)" != old ]
    check "and leaves nothing beside" [ "$(ls kill)" = "$(printf 'log\n%s' $file)" ]

    rm -f $file
    ln -s /dev/full $file
    "$drover" run births.lua --headless --ticks 3 $option $file </dev/null 2>wrong
    check "a full device as $file ends a run" [ $? -eq 1 ]
    check "with one message" [ "$(cat wrong)" = "drover: cannot write $file: No space left on device" ]
    rm -f $file

    # As much as fits into 8 KiB, or 64 KiB for what is compressed.
    for old in '' old; do
        rm -rf full && mkdir full
        [ -z "$old" ] || echo old >full/$file
        (ulimit -f 8 && trap '' XFSZ && cd full &&
            "$drover" run ../births.lua --headless --ticks 20000 $option $file </dev/null 2>wrong)
        check "a full disk ends a run that writes $file" [ $? -eq 1 ]
        check "with one message again" [ "$(cat full/wrong)" = "drover: cannot write $file: File too large" ]
        check "and no half file" [ "$(ls full)" = "$(printf '%s' "${old:+$file }wrong" | tr ' ' '\n' | sort)" ]
        [ -z "$old" ] || check "the old one stays" [ "$(cat full/$file)" = old ]
    done
done

[ "$failures" -eq 0 ]
