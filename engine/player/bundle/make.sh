#!/bin/bash
# Pack everything needed to try Drover into one file: the program and GEOS, the samples, the editor stub, the documents,
# and two fonts, because a minimal system has none.
# Usage: make.sh PROGRAM SOURCE_ROOT VERSION FILE.tar.xz
set -euo pipefail

program=$1 root=$2 version=$3 file=$4
name=$(basename "$file" .tar.xz)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
into=$folder/$name
mkdir -p "$into/lib/fonts" "$into/licenses"

strip -o "$into/lib/drover" "$program"
# GEOS has no static library. It needs libstdc++, which wherever apt is, is too.
for library in $(ldd "$program" | sed -n 's/.* => \(.*\/libgeos[^ ]*\) .*/\1/p'); do
    cp -L "$library" "$into/lib"
done
cp "$root/engine/player/bundle/drover.sh" "$into/drover"
cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf "$into/lib/fonts"
sed "s/@VERSION@/$version/" "$root/engine/player/bundle/START-HERE.txt" >"$into/START-HERE.txt"

# Keep the paths of the source tree, so that links between documents work.
(cd "$root" && find README.md CHANGELOG.md CONTRIBUTING.md LICENSE samples scripts/tutorial scripts/types/drover.lua \
    bindings/*.md engine/*.md engine/player/*.md engine/player/sweep/*.md scripts/*.md tests/*.md tests/bench/*.md \
    -name '.?*' -prune -o -type f -print0 | tar -c --null -T -) | tar -x -C "$into"

for package in liblua5.4-dev libxxhash-dev libjansson-dev libcsv-dev libgeos-dev libimgui-dev libstb-dev libfontconfig-dev \
    libexpat1-dev libfreetype-dev libpng-dev libbrotli-dev zlib1g-dev fonts-dejavu-core; do
    cp "/usr/share/doc/$package/copyright" "$into/licenses/${package%-dev}"
done

# The same contents must give the same bytes.
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mode=u+rwX,go+rX,go-w \
    --mtime="@${SOURCE_DATE_EPOCH:-0}" -c "$name" | xz -T1 --x86 --lzma2=preset=9 >"$file.part"
mv "$file.part" "$file"
