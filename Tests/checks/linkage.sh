#!/bin/sh
# Fails if a program that uses only the library links Foundation, directly or through another library.
# Usage: Tests/checks/linkage.sh [PROGRAM [LAZY]]      without PROGRAM: builds Soak in release and looks at that
# LAZY is a program that loads OpenSSL, zlib and expat when it first needs them: it must not be linked with them.
set -eu
program=${1:-} lazy=${2:-}
if [ -z "$program" ]; then
    cd "$(dirname "$0")/../.."
    swift build -c release --product Soak
    program=$(swift build -c release --show-bin-path)/Soak
fi
[ -x "$program" ] || { echo "linkage: $program is no program; build it first" >&2; exit 2; }

fail() {
    echo "linkage: $program links Foundation:" >&2
    echo "$1" >&2
    exit 1
}

# Each list must say something: an empty one would prove nothing.
needed=$(readelf -d "$program" | grep NEEDED) || { echo "linkage: no dynamic section in $program" >&2; exit 2; }
found=$(echo "$needed" | grep -i foundation || true)
[ -z "$found" ] || fail "$found"

loaded=$(ldd "$program")
found=$(echo "$loaded" | grep -i foundation || true)
[ -z "$found" ] || fail "$found"

# Swift's mangled names carry the module's: 10Foundation, 20FoundationEssentials …
symbols=$(nm -D "$program"; nm "$program" 2>/dev/null || true)
[ -n "$symbols" ] || { echo "linkage: no symbols in $program" >&2; exit 2; }
found=$(echo "$symbols" | grep 'Foundation' | head -n 10 || true)
[ -z "$found" ] || fail "$found"
echo "linkage: no Foundation in $program"

if [ -n "$lazy" ]; then
    needed=$(readelf -d "$lazy" | grep NEEDED) || { echo "linkage: no dynamic section in $lazy" >&2; exit 2; }
    ! echo "$needed" | grep -E 'lib(ssl|crypto|z|expat)\.' || { echo "linkage: $lazy links what it should load" >&2; exit 1; }
    echo "linkage: $lazy loads OpenSSL, zlib and expat when it first needs them"
fi
