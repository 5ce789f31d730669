#!/usr/bin/env bash
# Scripts that mean no good are stopped: each *.lua here and each source made below ends the run with status 1 and with a
# message in which one of the texts stands that its first line names, separated by |, and takes no more processor time
# than it may. Processor time does not depend on how busy the machine is. Plans are limited by the map cells
# they visit and not by time: a script whose second line says so may take as long as those cells do.
#
# Usage: test_hostile.sh DROVER [SECONDS]. Prints the most that a script took.
set -eu
drover=$(realpath "$1") most=${2:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$(dirname "$0")"/*.lua "$folder"
cd "$folder"

# Giant sources.
line() { yes "$1" | head -n "$2" | tr -d '\n'; }
{ echo "-- giant.lua"; yes "local x = 1" | head -c 67108864; } >giant.lua
{ echo "-- nested_parentheses.lua:2: blocks and expressions are nested too deeply"; echo "return $(line '(' 100000)1"; } >nested_parentheses.lua
{ echo "-- nested_tables.lua:2: blocks and expressions are nested too deeply"; echo "return $(line '{' 100000)"; } >nested_tables.lua
{ echo "-- too many local variables"; yes "local x = 1" | head -n 300; } >many_locals.lua
{ echo "-- unfinished string"; echo "return \"$(line x 1000000)"; } >long_string.lua
{ echo "-- unexpected symbol"; head -c 65536 /dev/zero; } >zeros.lua
{ echo "-- return drover.scenario"; echo "return {"; yes "0," | head -n 300000; echo "}"; } >many_constants.lua

failed=0 count=0 longest=0
TIMEFORMAT='%U %S'
for script in *.lua; do
    IFS='|' read -r -a texts <<<"$(sed -n '1s/^-- //p' "$script")"
    status=0
    { time "$drover" run "$script" --headless --ticks 3 --hash --budget 0.3 >out 2>err || status=$?; } 2>time
    seconds=$(awk '{ print $1 + $2 }' time)
    said=
    for text in "${texts[@]}"; do
        ! grep -q -F -e "$text" err || said=yes
    done
    limit=$most
    ! sed -n 2p "$script" | grep -qxF -e "-- limited by map cells" || limit=600
    if [ "$status" -ne 1 ] || [ -z "$said" ] || ! awk -v s="$seconds" -v m="$limit" 'BEGIN { exit !(s <= m) }'; then
        echo "$script: status $status, $seconds s:"
        head -c 1000 err
        failed=$((failed + 1))
    fi
    [ "$limit" != "$most" ] || longest=$(awk -v a="$longest" -v b="$seconds" 'BEGIN { print (a > b ? a : b) }')
    count=$((count + 1))
done
echo "$count hostile scripts, $failed not stopped; at most $longest s of processor time"
[ "$failed" -eq 0 ]
