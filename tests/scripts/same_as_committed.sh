#!/bin/sh
# same_as_committed.sh COMMITTED GENERATED TARGET: fails if the files differ, and says which target renews the first.
diff -u "$1" "$2" && exit 0
echo "what the build generates differs: run ninja -C build $3, and commit the result"
exit 1
