#!/usr/bin/env bash
# Runs simulated worlds, a process for each core; a world that breaks a rule is shown in full.
# Usage: Tests/Simulation/run.sh FOLDER SEED WORLDS [PROCESSES]      FOLDER holds the test bundle
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1 seed=$2 worlds=$3 processes=${4:-$(nproc)}
share=$(((worlds + processes - 1) / processes))
pids=()
for ((number = 0; number < processes; number++)); do
    # Sets and dictionaries are in the same order each time; errors leave no backtrace, which would be most of the time.
    SEED=$((seed + number * share)) WORLDS=$share SWIFT_DETERMINISTIC_HASHING=1 NO_COLOR=1 \
        "$folder/sockeyePackageTests.xctest" --testing-library swift-testing --filter SimulationTests.SimulationTests \
        >"$folder/worlds.$number.log" 2>&1 &
    pids+=($!)
done
status=0
for pid in "${pids[@]}"; do wait "$pid" || status=1; done
for ((number = 0; number < processes; number++)); do
    log=$folder/worlds.$number.log
    grep '^worlds: ' "$log" || status=1
    [ "$status" = 0 ] || grep -v '^◇\|^✔' "$log" || true
done
exit "$status"
