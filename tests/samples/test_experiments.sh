#!/bin/bash
# The experiments of samples run as their READMEs say, with one repeat of a few ticks: `drover sweep` writes a row for each
# run, none of them failed, and gnuplot draws what the sample's script says without a complaint. Where there is no gnuplot,
# nothing is drawn.
# Usage: test_experiments.sh DROVER SAMPLES
set -euo pipefail

drover=$(realpath "$1")
samples=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
seen=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

mkdir "$folder/bin"
ln -s "$drover" "$folder/bin/drover"
draws=true
if ! command -v gnuplot >/dev/null; then
    draws=false
    printf '#!/bin/sh\n' >"$folder/bin/gnuplot"
    chmod +x "$folder/bin/gnuplot"
fi
export PATH=$folder/bin:$PATH

# The commands under "An experiment", each on one line.
commands() { # readme
    sed -n '/^## An experiment$/,/^## Made/s/^    //p' "$1" | sed -e ':a' -e '/\\$/N; s/ *\\\n */ /; ta'
}

short() { sed -E 's/--repeat [^ ]+/--repeat 1/; s/--ticks [0-9]+/--ticks 80/'; }

for readme in "$samples"/*/README.md; do
    grep -q '^## An experiment$' "$readme" || continue
    name=$(basename "$(dirname "$readme")")
    seen=$((seen + 1))
    checked=$("$drover" check "$samples/$name" 2>&1 </dev/null || true)
    if [[ $checked == *'built without GEOS'* ]]; then
        echo "$name: left out, since this build reads no plans"
        continue
    fi
    mkdir -p "$folder/$name/samples"
    cp -r "$samples/$name" "$folder/$name/samples"
    for script in "$folder/$name/samples/$name"/*.sh; do
        [ -e "$script" ] || continue
        short <"$script" >"$folder/script"
        cp "$folder/script" "$script"
    done
    (cd "$folder/$name" && commands "$readme" | short >commands && bash -e commands) \
        </dev/null >"$folder/out" 2>"$folder/err" || fail "$name: $(cat "$folder/out" "$folder/err")"
    if grep -v '\.csv: [0-9]* runs$' "$folder/err"; then
        fail "$name: complaints"
    fi
    tables=0
    for table in "$folder/$name"/*.csv; do
        [ -e "$table" ] || continue
        tables=$((tables + 1))
        awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
            { rows++; failed += $column["status"] == "failed" }
            END { exit !(rows >= 5 && failed == 0) }' "$table" || fail "$name: $(basename "$table")"
        picture=${table%.csv}.png
        ! $draws || [ -s "$picture" ] || fail "$name: no $(basename "$picture")"
    done
    [ $tables -gt 0 ] || fail "$name: writes no table"
    echo "$name: $tables tables"
done

[ $seen -ge 3 ] || fail "only $seen experiments"
[ $failures -eq 0 ]
