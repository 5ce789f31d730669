#!/bin/sh
# Run the program. If SDL2, the only library that the bundle doesn't include, is missing, say how to install it.
program=$(readlink -f "$0")
program=${program%/*}/lib/drover
case $(LD_TRACE_LOADED_OBJECTS=1 "$program") in
*"libSDL2-2.0.so.0 => not found"*)
    echo "drover: SDL2 is missing. As root, type: apt-get install libsdl2-2.0-0" >&2
    echo "(that is its name on Debian and Ubuntu; it is SDL2 on Fedora, sdl2 on Arch)" >&2
    exit 1
    ;;
esac
exec "$program" "$@"
