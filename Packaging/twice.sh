#!/usr/bin/env bash
# Builds and packs the committed sources in two folders, at two times, and compares the bytes of all files. Takes two release
# builds.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
one=$folder/one another=$folder/another/deeper
# Both before the first build: a commit in the meantime is another program.
for name in "$one" "$another"; do git clone -q "$here" "$name"; done
make -s -C "$one" package-only
# The same packages too, as far as they are chosen when it is built, and nothing else of the first build.
cp "$one/Package.resolved" "$another/"
# Who builds it, and where their files are, must not matter either.
env HOME="$folder/home" TZ=Asia/Kolkata LC_ALL=C.UTF-8 make -s -C "$another" package-only
sums() { (cd "$1/.build/package" && find . -type f -exec sha256sum {} + | sort -k2); }
diff <(sums "$one") <(sums "$another") >&2 || { echo "package: two builds differ" >&2; exit 1; }
cat "$one/.build/package/SHA256SUMS"
echo "package: two builds in two folders give the same bytes"
