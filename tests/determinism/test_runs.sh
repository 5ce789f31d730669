#!/bin/bash
# What compares runs finds one flipped bit and names its tick, and takes neither a run that is cut short nor one
# that fails for an equal one. Usage: test_runs.sh PLANTED
set -u
. "$(dirname "$0")/runs.sh"

planted=$1
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
# What is said of a second run, beside one of 300 ticks.
said_of() { # COMMAND...
    rm -f "$folder/first"
    runs=0 ticks=0 differences=0
    compare 300 "the first" "$planted" 300 >"$folder/said"
    compare 300 "the second" "$@" >>"$folder/said"
}
says() { grep -q "^the second$1" "$folder/said"; }
figures() { [ "$runs $ticks $differences" = "$1" ]; }

said_of "$planted" 300
check "equal runs are equal" [ ! -s "$folder/said" ]
check "of all their ticks" figures "2 300 0"
for tick in 0 1 136 298 299; do
    said_of "$planted" 300 $tick
    check "a bit flipped after tick $tick is found in the next" \
        says " differs from the first at tick $((tick + 1)): hash [0-9a-f]\{16\} instead of [0-9a-f]\{16\}$"
    check "and counts as one difference" figures "2 300 1"
done
said_of "$planted" 299
check "a run cut short differs where it ends" says " differs from the first at tick 300"
said_of "$planted" 301
check "and one that goes on where it goes on" says " differs from the first at tick 301"
said_of sh -c '"$1" 300 | sed "200i something printed"' - "$planted"
check "what is printed beside differs too" says " differs from the first at tick 200"
said_of sh -c '"$1" 300; echo "no more" >&2; exit 3' - "$planted"
check "a run that fails is reported" says ": status 3$"
check "with what it says" grep -q '^    no more$' "$folder/said"
check "and counts as a difference" figures "2 0 1"
rm "$folder/first"
check "a first run has all its ticks" [ "$(compare 301 "a short one" "$planted" 300)" = \
    "a short one: fewer than 301 hashes" ]

[ $failures -eq 0 ]
