#!/usr/bin/env bash
# Builds Examples as their author would, without a warning, and runs them: the lessons beside their articles, SockeyeParsers by
# itself, the example of each type, every line of Swift that README.md and docs/Embedding.md show, and the commands of the articles.
#
# Usage: Tests/checks/examples.sh                 what `make test` has time for: all examples in debug with all traits, and
#                                                 SockeyeParsers by itself in release, which the linker refuses if a library is missing
#        Tests/checks/examples.sh release         the last two in release, without traits and with all, linked to the shared Swift
#                                                 runtime and to the static one
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
source="$root/Examples/DocumentedLines/DocumentedLines.swift"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source "$root/Tests/checks/clean-build.sh"

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
        echo "examples: README.md or docs/Embedding.md shows a line that ${source#"$root/"} does not run: $line" >&2
        missing=1
    fi
done < <(lines)
[ "$missing" = 0 ]
[ "$count" -ge 15 ] || { echo "examples: README.md and docs/Embedding.md show only $count lines of Swift" >&2; exit 1; }

build() { # CONFIGURATION TRAITS ARGUMENT…
    local configuration=$1 traits=$2
    shift 2
    scratch="$root/.build/examples${traits:+-$traits}"
    clean_build "examples (traits: ${traits:-none}, $*)" -c "$configuration" --package-path "$root/Examples" --scratch-path "$scratch" \
        --explicit-target-dependency-import-check error ${traits:+--traits "$traits"} "$@"
}
try() { # CONFIGURATION PROGRAM
    rm -rf "$folder/run" && mkdir "$folder/run"
    (cd "$folder/run" && timeout 120 "$scratch/$1/$2") >"$folder/log" 2>&1 || {
        cat "$folder/log"
        echo "examples: $2 failed ($scratch/$1)" >&2
        exit 1
    }
}

if [ "${1:-}" = release ]; then
    for traits in "" Everything; do
        for runtime in --no-static-swift-stdlib --static-swift-stdlib; do
            for name in ParsersAlone DocumentedLines; do
                build release "$traits" "$runtime" --product "$name"
                try release "$name"
            done
        done
    done
    echo "examples: $count lines of README.md and docs/Embedding.md run in release, without traits and with all, linked dynamically and statically"
    exit
fi

build release "" --product ParsersAlone
try release ParsersAlone
echo "examples: a program with only SockeyeParsers links in release"
build debug Everything
try debug EachType
try debug DocumentedLines
echo "examples: each type's, and $count lines of README.md and docs/Embedding.md, run in debug with all traits"
"$root/docs/lessons.py" check "$scratch"/debug/Lesson[0-9][0-9]
# The check can fail: a program that prints one word differently doesn't pass.
printf '#!/bin/sh\n"%s" $* | sed "s/Hello, socket/Hullo, socket/"\n' "$scratch/debug/Lesson01" >"$folder/Lesson01"
chmod +x "$folder/Lesson01"
if "$root/docs/lessons.py" check "$folder/Lesson01" >"$folder/log" 2>&1 || ! grep -q "→ Hullo, socket!" "$folder/log"; then
    echo "examples: docs/lessons.py lets a wrong output pass" >&2
    exit 1
fi
# The commands of the articles, with the program of the debug build.
"$root/docs/consoles.py" check "$root/.build/faults/debug/sockeye"
sed 's/Hello from/Hullo from/' "$root/docs/Sockeye.docc/Course/02-ARequestByHand.md" >"$folder/article.md"
if "$root/docs/consoles.py" check "$root/.build/faults/debug/sockeye" "$folder/article.md" >"$folder/log" 2>&1 \
    || ! grep -q "should have" "$folder/log"; then
    echo "examples: docs/consoles.py lets a wrong output pass" >&2
    exit 1
fi
