#!/usr/bin/env bash
# Fails if the public interface breaks programs that were written for the last release: `swift package
# diagnose-api-breaking-changes` against the last tag. A change that is meant stands in Tests/checks/breaking.txt, one a line, in the
# words of that command.
#
# Usage: Tests/checks/breaking.sh [COMMIT]        COMMIT instead of the last tag; PRODUCTS="SockeyeURL …" compares only these libraries
set -euo pipefail
cd "$(dirname "$0")/../.."
base=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
# A shallow clone has no way to the tag.
[ -n "$base" ] || base=$(git tag --sort=-version:refname | head -n 1)
if [ -z "$base" ]; then
    if [ -n "$(git ls-remote --tags origin 2>/dev/null | head -n 1)" ]; then
        echo "breaking: there are releases, but this clone has none of their tags: git fetch --tags" >&2
        exit 1
    fi
    echo "breaking: nothing was compared: no release is tagged yet (make breaking BASE=COMMIT compares with a commit)"
    exit 0
fi
git rev-parse --quiet --verify "$base^{commit}" >/dev/null || { echo "breaking: there is no commit $base" >&2; exit 2; }
# Programs need not be built for it, and the empty libraries of the hooks have no interface without their traits.
mapfile -t products < <(swift package dump-package | python3 -c '
import json, sys
hooks = {"SockeyeHooks"}
for product in json.load(sys.stdin)["products"]:
    if "library" in product["type"] and product["name"] not in hooks:
        print(product["name"])')
[ -z "${PRODUCTS:-}" ] || read -r -a products <<<"$PRODUCTS"
options=()
for product in "${products[@]}"; do options+=(--products "$product"); done
SWIFT_DETERMINISTIC_HASHING=1 swift package --scratch-path .build/breaking diagnose-api-breaking-changes "$base" \
    --breakage-allowlist-path Tests/checks/breaking.txt "${options[@]}"
echo "breaking: nothing that ${#products[@]} libraries offered in $base is gone"
