# Runs that have to come to the same hash at every tick, and the first tick at which they do not. Sourced by
# the scripts beside it; expects $folder, where it keeps what runs print.

runs=0 ticks=0 differences=0 # ticks are those compared

# The first tick at which two outputs differ; nothing when they are the same. Output that is not a hash belongs
# to the tick whose hash comes next.
first_difference() { # FILE FILE
    cmp -s "$1" "$2" && return
    awk '
        function tell(tick) { print tick; told = 1; exit }
        NR == FNR { lines[FNR] = $0; count = FNR; next }
        { last = FNR }
        !differs && $0 != lines[FNR] { differs = FNR }
        differs && /^hash / { tell($4) }
        END {
            # What differs is behind the last hash of the second, or is missing there.
            for (i = differs ? differs : last + 1; !told && i <= count; i++)
                if (split(lines[i], words, " ") >= 4 && words[1] == "hash")
                    tell(words[4])
            if (!told)
                print "the end"
        }' "$1" "$2"
}

# Note a difference. What is wrong, on one line.
differ() {
    differences=$((differences + 1))
    echo "$*"
}

# The hash of a tick in an output.
hash_at() { # TICK FILE
    awk -v tick="$1" '/^hash / && $4 == tick { print $2; exit }' "$2"
}

# Run, and compare every line with that of the first run. A first run has the ticks that were wanted, unless the
# scenario finished.
compare() { # TICKS NAME COMMAND...
    local wanted=$1 name=$2 status=0 tick
    shift 2
    "$@" </dev/null >"$folder/hashes" 2>"$folder/errors" || status=$?
    runs=$((runs + 1))
    if [ $status -ne 0 ]; then
        differ "$name: status $status"
        sed 's/^/    /' "$folder/errors"
    elif [ ! -e "$folder/first" ]; then
        if [ "$(grep -c '^hash ' "$folder/hashes")" -lt "$wanted" ] &&
            ! grep -q '^finished at tick ' "$folder/errors"; then
            differ "$name: fewer than $wanted hashes"
        fi
        mv "$folder/hashes" "$folder/first"
        first=$name
    else
        tick=$(first_difference "$folder/first" "$folder/hashes")
        [ -z "$tick" ] ||
            differ "$name differs from $first at tick $tick: hash $(hash_at "$tick" "$folder/hashes")" \
                "instead of $(hash_at "$tick" "$folder/first")"
        ticks=$((ticks + $(grep -c '^hash ' "$folder/first")))
    fi
}
