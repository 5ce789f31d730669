#!/bin/bash
# A build for 64-bit ARM, run by qemu-aarch64, comes to the hashes of the native one at every tick. Needs
# g++-aarch64-linux-gnu and qemu-user of Debian; the libraries that Drover links are fetched for ARM into FOLDER,
# where the build is kept too, and not installed. GEOS, of which Debian has no static library, is left out.
# Usage: aarch64.sh FOLDER TICKS DROVER SCENARIO...     DROVER is the native program
set -eu
. "$(dirname "$0")/runs.sh"

source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1"
builds=$(cd "$1" && pwd)
wanted=$2
native=$3
shift 3
root=$builds/root
arm=$builds/build/engine/player/drover

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work

apt_for_arm() {
    apt-get -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root \
        -o Dir::State::lists="$builds/lists" -o Dir::Cache="$builds/cache" "$@"
}

fetch_libraries() {
    local package
    mkdir -p "$builds/lists" "$builds/cache/archives" "$builds/packages"
    apt_for_arm update &&
        (cd "$builds/packages" && apt_for_arm download liblua5.4-dev libxxhash-dev libjansson-dev libcsv-dev zlib1g-dev libstb-dev) || return
    for package in "$builds"/packages/*.deb; do
        dpkg -x "$package" "$root.part" || return
    done
    mv "$root.part" "$root"
}

build() {
    local libraries=$root/usr/lib/aarch64-linux-gnu headers=$root/usr/include/aarch64-linux-gnu
    [ -e "$root" ] || fetch_libraries || return
    [ -e "$builds/build/build.ninja" ] ||
        PKG_CONFIG_LIBDIR=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root \
            meson setup "$builds/build" "$source" --cross-file "$source/tests/determinism/aarch64.ini" \
            -Dc_args="-isystem$headers" -Doptimization=2 -Dgeos=disabled -Dviewer=disabled -Dtests=disabled || return
    ninja -C "$builds/build" engine/player/drover
}

build >"$work/log" 2>&1 || { tail -n 50 "$work/log" >&2; exit 1; }
for scenario; do
    rm -f "$work/first"
    arguments="run $scenario --headless --ticks $wanted --hash=1"
    compare "$wanted" "$scenario" "$native" $arguments
    compare "$wanted" "$scenario on ARM" qemu-aarch64 "$arm" $arguments --threads 2
done

echo "$# scenarios on ARM, $ticks ticks compared, $differences differences"
[ "$runs" -eq $((2 * $#)) ] && [ "$differences" -eq 0 ]
