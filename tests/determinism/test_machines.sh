#!/bin/sh
# Machines whose hashes would be others are refused: big-endian ones while configuring and while compiling, those
# that compute with more digits than a float has while compiling. Usage: test_machines.sh SOURCE_ROOT CC MESON
set -u

root=$1
cc=$2
meson=$3
. "$(dirname "$0")/../check.sh"
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
shown=$folder/said

says() { grep -q "$1" "$folder/said"; }
compiles() { # file, option...
    file=$1
    shift
    "$cc" -std=c17 -fsyntax-only -w -D_GNU_SOURCE -I "$root/engine" -I "$root/engine/include" "$@" \
        "$root/engine/$file" >"$folder/said" 2>&1
}
refuses() { ! compiles "$@"; }

message='Drover needs a little-endian machine: hashes and snapshots are the same on all of them'

check "this machine is fine" compiles base/hash.c
check "a big-endian one is not" refuses base/hash.c -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__
check "for the reason given" says "$message"
check "doubles as doubles are fine" compiles base/math.c
check "doubles with more digits are not" refuses base/math.c -U__FLT_EVAL_METHOD__ -D__FLT_EVAL_METHOD__=2
check "for the reason given" says 'doubles are computed as doubles'

cat >"$folder/big.ini" <<INI
[binaries]
c = '$cc'
cpp = 'c++'
ar = 'ar'
[host_machine]
system = 'linux'
cpu_family = 's390x'
cpu = 's390x'
endian = 'big'
INI
"$meson" setup "$folder/build" "$root" --cross-file "$folder/big.ini" >"$folder/said" 2>&1
check "a build for a big-endian machine is not configured" [ $? -ne 0 ]
check "for the reason given" says "ERROR: .*$message"

[ "$failures" -eq 0 ]
