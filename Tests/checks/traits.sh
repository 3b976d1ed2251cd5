#!/usr/bin/env bash
# Builds Sockeye as a dependency of another package, with each trait alone, all and none, in debug and release: without a
# warning of ours. All and none in release are `Tests/checks/examples.sh release`'s, which also runs a program on them. Then Examples/Template,
# copied elsewhere, with its test.
#
# Traits that change different modules share a build, since every build compiles everything anew: no module sees more than one
# of them (Tests/checks/traits.py finds out). EACH=1 gives each trait a build of its own: that also tells whether Package.swift links
# to one what only another brings.
#
# Usage: Tests/checks/traits.sh [CONFIGURATION …]        debug and release by default; TRAITS="none Zstd" tries only these
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -gt 0 ] || set -- debug release
export SWIFT_DETERMINISTIC_HASHING=1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source "$root/Tests/checks/clean-build.sh"

# The names in Package.swift, so that a new trait is tried too.
mapfile -t traits < <(sed -n 's/^ *\.trait(name: "\([A-Za-z]*\)".*/\1/p' "$root/Package.swift")
[ "${#traits[@]}" -ge 10 ] || { echo "traits: Package.swift has only ${#traits[@]} traits" >&2; exit 1; }
# The library that a trait fills, and its module, besides Sockeye.
product() {
    case "$1" in
        FoundationNetworking) echo SockeyeFoundation SockeyeFoundation ;;
        Archive) echo SockeyeTools SockeyeArchive ;;
        SecretService) echo SockeyeTools SockeyeCredentials ;;
        Logging | Metrics | Tracing | ServiceLifecycle) echo SockeyeHooks SockeyeHooks ;;
    esac
}
package() { # TRAIT…: a package that depends on ours with these
    local libraries=(Sockeye) modules=(Sockeye) trait list="" library module
    for trait in "$@"; do
        read -r library module < <(product "$trait") || true
        if [ -n "$library" ]; then libraries+=("$library") modules+=("$module"); fi
        list+="\"$trait\", "
    done
    mkdir -p "$folder/user/Sources/User"
    {
        echo '// swift-tools-version:6.2'
        echo 'import PackageDescription'
        echo 'let package = Package(name: "user", dependencies: ['
        echo "    .package(name: \"sockeye\", path: \"$root\", traits: [$list])"
        echo '], targets: [.target(name: "User", dependencies: ['
        printf '    .product(name: "%s", package: "sockeye"),\n' "${libraries[@]}" | sort -u
        echo '])])'
    } >"$folder/user/Package.swift"
    { printf 'import %s\n' "${modules[@]}" | sort -u; echo 'public let version = HTTPClient.version'; } \
        >"$folder/user/Sources/User/User.swift"
}
# One choice a line: traits that share a build.
if [ -n "${TRAITS:-}" ]; then
    choices=$(tr ' ' '\n' <<<"$TRAITS")
elif [ -n "${EACH:-}" ]; then
    choices=$(printf '%s\n' none all "${traits[@]}")
else
    choices=$(printf '%s\n' none all && "$root/Tests/checks/traits.py" "$root")
fi
count=0 examples=""
for configuration in "$@"; do
    while read -r -a choice <&3; do
        # In release these are the examples' two builds.
        case "$configuration ${choice[*]}" in
            "release none" | "release all")
                [ -n "$examples" ] || "$root/Tests/checks/examples.sh" release
                examples=done
                count=$((count + 1))
                continue
                ;;
        esac
        case ${choice[*]} in
            none) package ;;
            all) package "${traits[@]}" ;;
            *) package "${choice[@]}" ;;
        esac
        # One folder for all: what a trait doesn't touch is compiled once.
        clean_build "traits: ${choice[*]} in $configuration" -c "$configuration" --package-path "$folder/user" \
            --scratch-path "$root/.build/traits" --explicit-target-dependency-import-check error
        count=$((count + 1))
    done 3<<<"$choices"
done
echo "traits: $count builds as a dependency without a warning"

[ -z "${TRAITS:-}" ] || exit 0
# The first step of a copy: where Sockeye is.
cp -r "$root/Examples/Template" "$folder/template"
rm -rf "$folder/template/.build"
sed -i "s|path: \"../..\"|path: \"$root\"|" "$folder/template/Package.swift"
clean_build "traits: Examples/Template" --build-tests --package-path "$folder/template" --scratch-path "$root/.build/template"
swift test --skip-build --package-path "$folder/template" --scratch-path "$root/.build/template" >"$folder/log" 2>&1 || {
    tail -n 20 "$folder/log"
    echo "traits: the test of Examples/Template fails" >&2
    exit 1
}
grep -q "with 1 test" "$folder/log" || { cat "$folder/log"; echo "traits: the test of Examples/Template did not run" >&2; exit 1; }
echo "traits: Examples/Template, copied, builds and its test passes"
