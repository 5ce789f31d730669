#!/usr/bin/env bash
# Installs a build into an empty prefix and has programs outside use it: all they know of Drover is what pkg-config says of
# that prefix. Prints what holds, in TAP.
#
#     outside.sh MESON BUILD CC CXX LUA LUAJIT
set -u

meson=$1 build=$(cd "$2" && pwd) cc=$3 cxx=$4 lua=$5 luajit=$6
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Werror)

# holds WHAT COMMAND...: one case.
holds() {
    local what=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $count - $what"
    else
        echo "not ok $count - $what"
        sed 's/^/# /' "$work/log"
    fi
}

DESTDIR=$work/root "$meson" install -C "$build" --no-rebuild >"$work/installed" 2>&1 || {
    sed 's/^/# /' "$work/installed"
    echo "Bail out! meson install failed"
    exit 1
}
# Nothing of it is bound to a place, so it can be used where DESTDIR has put it.
pc=$(find "$work/root" -name drover.pc)
lib=$(dirname "$(dirname "$pc")")
bin=$(dirname "$(find "$work/root" -path '*/bin/drover')")
prefix=$(dirname "$bin")
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib

# compile NAME [FLAG...]: a program of this folder.
compile() {
    local name=$1 source=$here/$1 compiler=$cc standard=c17
    shift
    if [[ $name = *.cpp ]]; then compiler=$cxx standard=c++17; fi
    # Compilers and flags are lists of words.
    # shellcheck disable=SC2046,SC2086
    $compiler -std=$standard -D_POSIX_C_SOURCE=200809L "${warnings[@]}" "$source" -o "$work/${name%.*}-${name##*.}" \
        $(pkg-config --cflags --libs drover) "$@" -lm
}

# skipped WHAT WHY: a case that cannot run here.
skipped() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

# readme LANGUAGE WORD: the first block in that language with that word in bindings/README.md, as a reader would paste it.
readme() {
    awk -v fence="\`\`\`$1" -v word="$2" '
        $0 == fence { block = ""; inside = 1; next }
        /^```$/ && inside { inside = 0; if (index(block, word)) { printf "%s", block; exit } }
        inside { block = block $0 "\n" }' "$here/../../bindings/README.md"
}

readme_in_c() {
    readme c "int main" >"$work/readme.c"
    # shellcheck disable=SC2046,SC2086
    $cc -std=c17 "${warnings[@]}" "$work/readme.c" -o "$work/readme" $(pkg-config --cflags --libs drover) &&
        "$work/readme" "$prefix/share/drover/samples/caribou" | grep -q '^[0-9]* agents$'
}

readme_in_lua() {
    readme lua drover.open >"$work/readme.lua"
    (cd "$prefix/share/drover" && with_module "$work/readme.lua" && [ -s herd.snap ])
}

# It does 300 ticks, as many as TICKS says.
readme_in_luajit() {
    readme lua ffi.load >"$work/ffi.lua"
    (cd "$prefix/share/drover" && "$luajit" "$work/ffi.lua") >"$work/ffi" 2>&1
    cat "$work/ffi"
    echo "$expected"
    [[ $expected = "$(cat "$work/ffi") tick $TICKS "* ]]
}

has() {
    local file
    for file in "$@"; do
        [ -s "$prefix/$file" ] || { echo "no $file"; return 1; }
    done
}

TICKS=300
expected=$("$bin/drover" run "$prefix/share/drover/samples/caribou" --headless --ticks $TICKS --hash </dev/null | tail -n 1)

# prints_hash COMMAND...: the line that `drover run --hash` ends with.
prints_hash() {
    local line
    line=$("$@") || return 1
    echo "$line"
    echo "$expected"
    [[ $expected = "hash "* ]] && [ "$line" = "$expected" ]
}

# Every symbol that the library shows is declared in a public header.
shows_only_public_names() {
    local name bad=0
    for name in $(nm -D --defined-only "$lib/libdrover.so" | awk '{ print $3 }'); do
        grep -qrw "$name" "$prefix/include/drover" || { echo "$name is in no header"; bad=1; }
    done
    nm -D --defined-only "$lib/libdrover.so" | grep -qw dv_scenario_open || bad=1
    return $bad
}

# And every function of the headers is there.
has_all_public_names() {
    local name bad=0
    nm -D --defined-only "$lib/libdrover.so" | awk '{ print $3 }' | sort >"$work/shown"
    # A declaration begins at the margin: "dv_result dv_world_step(dv_world *world".
    for name in $(cat "$prefix"/include/drover/*.h | grep -E '^[a-z].*\bdv_[a-z0-9_]+\(' |
        grep -v -E '^(static|typedef)' | sed -E 's/^[^(]*\b(dv_[a-z0-9_]+)\(.*/\1/' | sort -u); do
        grep -qx "$name" "$work/shown" || { echo "$name is not in the library"; bad=1; }
    done
    return $bad
}

# What is the engine's own stays out of the headers.
keeps_its_own() {
    ! grep -n -i -E "squad|tall(y|ies)|\blanes?\b|sighting|engine's own" "$prefix"/include/drover/*.h
}

# It neither shows nor uses a lua_* of others, such as those of LuaJIT.
has_own_lua() {
    ! nm -D "$lib/libdrover.so" | grep ' lua' && ! readelf -d "$lib/libdrover.so" | grep liblua
}

has_soname() { readelf -d "$lib/libdrover.so" | grep -q 'SONAME.*libdrover\.so\.0'; }

knows_version() { [ "$(pkg-config --modversion drover)" = "$("$bin/drover" --version | awk '{ print $2 }')" ]; }

links_statically() {
    # shellcheck disable=SC2046
    $cc -std=c17 "$here/behavior.c" -o "$work/static" $(pkg-config --cflags drover) "$lib/libdrover.a" \
        $(pkg-config --static --libs drover | sed 's/-ldrover//') -lm &&
        ! readelf -d "$work/static" | grep libdrover && "$work/static"
}

manual_has_commands() {
    local command
    for command in run check $("$bin/drover" --help | sed -n 's/^  drover \([a-z]*\) .*/\1/p'); do
        grep -q "^\.SS $command" "$prefix/share/man/man1/drover.1" || { echo "nothing on $command"; return 1; }
    done
    grep -q -e '\\-\\-headless' "$prefix/share/man/man1/drover.1"
}

# What `require "drover"` finds in the prefix alone.
with_module() {
    env -u LUA_PATH -u LUA_PATH_5_4 -u LUA_CPATH_5_4 LUA_CPATH="$prefix/lib/lua/5.4/?.so" "$lua" "$@"
}

module_shows_only_its_opener() {
    [ "$(nm -D --defined-only "$prefix/lib/lua/5.4/drover.so" | awk '{ print $3 }')" = luaopen_drover ]
}

rockspec_is_of_this_version() {
    local spec
    spec=$(ls "$here"/../../bindings/*.rockspec)
    "$lua" - "$spec" "$(pkg-config --modversion drover)" "$build" <<'LUA'
local path, version, build = table.unpack(arg)
local spec = {}
assert(loadfile(path, "t", spec))()
assert(spec.version == version .. "-1", spec.version)
assert(path:match "[^/]*$" == spec.package .. "-" .. spec.version .. ".rockspec", path)
local module = spec.build.install_command:match "build%-rock/(%S+)"
assert(io.open(build .. "/" .. module)):close()
assert(spec.build.build_command:find(module, 1, true))
LUA
}

stub_is_whole() { cmp "$prefix/share/drover/types/drover.lua" "$here/../../scripts/types/drover.lua"; }

holds "the prefix has programs, headers, libraries, samples, the stub and the manual" \
    has bin/drover include/drover/drover.h include/drover/scenario.h share/drover/samples/caribou/main.lua \
    share/drover/types/drover.lua share/man/man1/drover.1
holds "the installed program runs the installed sample" test -n "$expected"
holds "the manual has every command" manual_has_commands
holds "the stub is the one in scripts/types" stub_is_whole
holds "pkg-config and the program agree on the version" knows_version
holds "the library has a soname" has_soname
holds "the library has a Lua of its own" has_own_lua
holds "the library shows only what the headers declare" shows_only_public_names
holds "the library has what the headers declare" has_all_public_names
holds "the headers keep nothing that is the engine's own" keeps_its_own
holds "a behavior, a guard and a blend in C build" compile behavior.c
holds "a behavior, a guard and a blend in C run" "$work/behavior-c"
holds "the same links against the static library" links_statically
holds "a behavior and a guard in C++ build" compile behavior.cpp
holds "a C++ program prints the hash of the run" prints_hash "$work/behavior-cpp" "$prefix/share/drover/samples/caribou" $TICKS
holds "a program that runs scenarios builds" compile scenario.c
mkdir "$work/folder"
holds "a C program prints the hash of the run" \
    prints_hash "$work/scenario-c" "$prefix/share/drover/samples/caribou" $TICKS "$work/folder"
holds "a program with functions named like Lua's builds" compile scenario.c "$here/other_lua.c" -rdynamic -o "$work/other"
mkdir "$work/folder_of_other"
holds "a program with functions named like Lua's prints the hash of the run" \
    prints_hash "$work/other" "$prefix/share/drover/samples/caribou" $TICKS "$work/folder_of_other"
holds "the C program of bindings/README.md builds and runs" readme_in_c
if [ -n "$luajit" ]; then
    holds "LuaJIT prints the hash of the run, by the program of bindings/README.md" readme_in_luajit
else
    skipped "LuaJIT prints the hash of the run, by the program of bindings/README.md" "there is no luajit here"
fi
holds "bodies whose positions the host owns build" compile host_bodies.c
holds "bodies whose positions the host owns run" "$work/host_bodies-c"
if [ -n "$lua" ]; then
    mkdir "$work/snapshots"
    holds "stock Lua prints the hash of the run" \
        prints_hash with_module "$here/hash.lua" "$prefix/share/drover/samples/caribou" $TICKS
    holds "stock Lua opens, asks, changes, saves, and closes worlds" \
        with_module "$here/worlds.lua" "$prefix/share/drover/samples/caribou" "$work/snapshots"
    holds "the Lua program of bindings/README.md runs" readme_in_lua
    holds "the module shows nothing but what opens it" module_shows_only_its_opener
    holds "the rockspec is of this version and builds what there is" rockspec_is_of_this_version
fi
if pkg-config --exists sdl2; then
    # shellcheck disable=SC2046
    holds "a game loop with SDL2 builds" compile loop.c $(pkg-config --cflags --libs sdl2)
    holds "a game loop with SDL2 plays" \
        env SDL_VIDEODRIVER=dummy "$work/loop-c" "$prefix/share/drover/samples/caribou" 60
fi
echo "1..$count"
