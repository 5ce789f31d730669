#!/bin/sh
# Every act past every allocation, in scenarios of all sizes: failing_memory.sh PROGRAM SAMPLE...
program=$1
shift
status=0
for scenario in short everything "$@"; do
    echo "$scenario"
    "$program" failing_memory "$scenario" || status=1
done
exit $status
