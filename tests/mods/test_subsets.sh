#!/bin/bash
# Random sets of the mods in mods/: a run with them, during which they are switched off one after the other, ends without
# a fault, repeats from its log, and leaves a snapshot that the scenario alone goes on from.
# Usage: test_subsets.sh DROVER SCENARIO [COUNT]
set -uo pipefail

drover=$(realpath "$1")
scenario=$(realpath "$2")
count=${3-200}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
    echo "FAILED: $mods, off in the order $order: $1"
    cat out
    failures=$((failures + 1))
}

# chosen SEED: the names of about half of the mods. shuffled SEED: the lines of stdin in another order.
chosen() { (cd "$scenario/mods" && printf '%s\n' *) | awk -v seed="$1" 'BEGIN { srand(seed) } rand() < 0.5'; }
shuffled() { awk -v seed="$1" 'BEGIN { srand(seed) } { print rand(), $0 }' | sort -n | cut -d' ' -f2; }

for seed in $(seq "$count"); do
    # Cubs need the fox, and go before it.
    set=$(chosen "$seed")
    case $set in *cubs*) set=$(printf '%s\nfox\n' "$set" | sort -u) ;; esac
    mods=$(echo "$set" | xargs | tr ' ' ',')
    order=$(echo "$set" | sed '/^$/d; /^cubs$/d' | shuffled "$seed" | xargs)
    case ,$mods, in *,cubs,*) order="cubs $order" ;; esac
    {
        echo "step 60"
        for mod in $order; do printf 'mod off %s\nstep 10\n' "$mod"; done
        printf 'step 70\nmods\nquit\n'
    } | "$drover" run "$scenario" --mods "${mods:-none}" --headless --paused --log run.log --save end.snap >out 2>&1 ||
        { fail "the run" && continue; }
    grep -q -e refused -e 'rolled back' -e ' on' out && ! grep -q '^mods:.*off$' out && fail "a mod stayed on"
    grep -q -e refused -e 'rolled back' out && fail "a switch was refused"
    "$drover" replay run.log >replayed 2>&1 || { cat replayed >>out && fail "the replay"; }
    "$drover" run "$scenario" --load end.snap --headless --ticks 30 >loaded 2>&1 </dev/null ||
        { cat loaded >>out && fail "going on without the mods"; }
done
echo "$count sets of mods, $failures failures"
[ "$failures" -eq 0 ]
