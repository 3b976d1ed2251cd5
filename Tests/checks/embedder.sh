#!/usr/bin/env bash
# Builds Tests/Embedder as its author would, without traits and with all, linked to the shared Swift runtime and to the
# static one, without a warning, and runs its programs: SockeyeParsers by itself, and every line of Swift that README.md
# and docs/Embedding.md show.
#
# Usage: Tests/checks/embedder.sh [CONFIGURATION]        release by default; debug links to the shared runtime alone
#        Tests/checks/embedder.sh every-change           what `make test` has time for: SockeyeParsers by itself in release, which the
#                                                        linker refuses if a library is missing, and the rest in debug with all traits
set -euo pipefail
configuration=${1:-release}
choices=("" Everything) shown="without traits and with all"
if [ "$configuration" = every-change ]; then
    configuration=debug choices=(Everything) shown="with all traits"
    "$0" parsers
elif [ "$configuration" = parsers ]; then
    configuration=release choices=("") parsers=1
fi
runtimes=(--no-static-swift-stdlib --static-swift-stdlib) linked="dynamically and statically"
# Objects compiled for the shared runtime name its libraries. In release the linker drops the code that needs the others;
# in debug it keeps all of it, and a second link would need a second build.
[ "$configuration" = release ] || { runtimes=(--no-static-swift-stdlib) linked=dynamically; }
root=$(cd "$(dirname "$0")/../.." && pwd)
source="$root/Tests/Embedder/Sources/Embedder/Embedder.swift"

# Their lines without comments, as they stand in the program.
lines() {
    awk '/^```/ { shown = $0 == "```swift"; next } shown' "$root/README.md" "$root/docs/Embedding.md" \
        | sed -E -e 's|^[[:space:]]*//.*||' -e 's|[[:space:]]{2,}//.*||' -e 's|^[[:space:]]+||' -e 's|[[:space:]]+$||' \
            -e 's|https://([a-z]+\.)?example\.com|\\(server)|g' -e 's|"…"|published|' -e 's|\{ … \}|{ count += piece.count }|'
}
program=$(sed -E 's|^[[:space:]]+||' "$source")
missing=0 count=0
while IFS= read -r line; do
    case "$line" in
        '' | .package\(* | .product\(*) continue ;;   # the last two are Package.swift's, which has its own
    esac
    count=$((count + 1))
    # Not through a pipe: grep ends at the first find, and pipefail would take the writer's SIGPIPE for a miss.
    if ! grep -qF -- "$line" <<<"$program"; then
        echo "embedder: README.md or docs/Embedding.md shows a line that ${source#"$root/"} does not run: $line" >&2
        missing=1
    fi
done < <(lines)
[ "$missing" = 0 ]
[ "$count" -ge 15 ] || { echo "embedder: README.md and docs/Embedding.md show only $count lines of Swift" >&2; exit 1; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source "$root/Tests/checks/clean-build.sh"
for traits in "${choices[@]}"; do
    scratch="$root/.build/embedder-${traits:-plain}"
    # One link after the other: the objects are the same.
    for runtime in "${runtimes[@]}"; do
        clean_build "embedder: the program (traits: ${traits:-none}, $runtime)" -c "$configuration" \
            --package-path "$root/Tests/Embedder" --scratch-path "$scratch" "$runtime" \
            --explicit-target-dependency-import-check error ${traits:+--traits "$traits"} ${parsers:+--product ParsersAlone}
        for name in ParsersAlone ${parsers:-Embedder}; do
            [ "$name" != 1 ] || continue
            rm -rf "$folder/run" && mkdir "$folder/run"
            (cd "$folder/run" && timeout 120 "$scratch/$configuration/$name") >"$folder/log" 2>&1 || {
                cat "$folder/log"
                echo "embedder: $name failed (traits: ${traits:-none}, $runtime)" >&2
                exit 1
            }
        done
    done
done
if [ -n "${parsers:-}" ]; then
    echo "embedder: a program with only SockeyeParsers links in release, $linked"
else
    echo "embedder: $count lines of README.md and docs/Embedding.md run in $configuration, $shown, linked $linked"
fi
