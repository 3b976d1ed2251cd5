#!/usr/bin/env bash
# Runs the tests that are built, and says in a few lines how that went; what fails is shown in full.
# Usage: Tests/run.sh FOLDER WIDTH [--filter NAME …]      FOLDER holds the test bundle, WIDTH tests run at once
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1 width=$2 log=${LOG:-$1/tests.log}
shift 2
status=0
NO_COLOR=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$width \
    "$folder/sockeyePackageTests.xctest" --testing-library swift-testing "$@" >"$log" 2>&1 || status=$?
# Colours are for terminals, and NO_COLOR is not heeded by all who write here.
sed -i 's/\x1b\[[0-9;]*m//g' "$log"
if [ "$status" = 0 ] && grep -q '^✔ Test run with [1-9]' "$log"; then
    grep -E '^[^ ]+ (Test|Suite) .* skipped' "$log" || true
    sed -n -E 's/^✔ (Test run with .*)/\1/p' "$log"
    exit
fi
# Without what began, what passed, and what the runner says of itself.
grep -vE '^◇|^✔|^\[[0-9]+/[0-9]+\]|^↳ (Testing Library|Target Platform)' "$log" || true
echo "the tests failed (exit $status); the whole log is $log" >&2
exit 1
