# Options for a sample that has more agents than a test has time for (`crowded` in meson.build), by its name, in the array
# `fewer`.
case $name in
slime) fewer=(--set specks=1000) ;;
*) fewer=() ;;
esac
