#!/bin/sh
# drover count. Usage: test_count.sh DROVER SOURCE_ROOT
set -u
drover=$1
. "$(dirname "$0")/../check.sh"

check "a kind is counted" [ "$("$drover" count "$2/samples/caribou" --kind wolf)" = "wolf 6" ]
check "all are counted" [ "$("$drover" count "$2/samples/caribou" | wc -l)" -gt 1 ]
check "the help has its options" [ "$("$drover" count --help | grep -c -e '^  --')" -eq 2 ]
check "a wrong option is refused" [ "$("$drover" count x --knd y 2>&1)" = \
    "drover: unknown option --knd (--kind?); see drover count --help" ]
[ "$failures" -eq 0 ]
