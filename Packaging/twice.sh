#!/usr/bin/env bash
# Builds and packs the committed sources in two folders, and compares the bytes. Takes two release builds.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for name in one another/deeper; do
    git clone -q "$here" "$folder/$name"
    make -s -C "$folder/$name" package-only
done
diff -r "$folder/one/.build/package/SHA256SUMS" "$folder/another/deeper/.build/package/SHA256SUMS" || {
    echo "package: two builds differ" >&2
    exit 1
}
cat "$folder/one/.build/package/SHA256SUMS"
echo "package: two builds in two folders give the same bytes"
