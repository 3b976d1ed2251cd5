#!/usr/bin/env bash
# Type-checks the fuzz targets with the modules of a debug build: building them takes a release build of its own, so that a changed
# function went unnoticed for weeks.
#
# Usage: Tests/checks/fuzz-targets.sh BUILD      BUILD is the scratch path
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1
# What the build calls this package, which has the most modules: the name of its folder.
package=$(grep -o '"-package-name","[^"]*"' "$build/debug.yaml" | sort | uniq -c | sort -rn | awk -F'"' 'NR == 1 { print $4 }')
count=0
for group in Tests/Fuzz/Targets/*/; do
    swiftc -typecheck -parse-as-library -module-name Fuzz -package-name "$package" -swift-version 6 \
        -enable-experimental-feature Lifetimes -I "$build/debug/Modules" $(printf -- '-I%s ' CSystemShims/*/include) \
        Tests/Fuzz/Targets/Target.swift "$group"*.swift
    count=$((count + 1))
done
echo "fuzz: the targets of $count groups fit the modules; make fuzz runs them"
