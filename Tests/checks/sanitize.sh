#!/usr/bin/env bash
# Builds and runs the suite under a sanitizer; any report of it fails.
#   address    memory errors and leaks; in C, undefined behaviour too, which traps
#   thread     data races
# Usage: Tests/checks/sanitize.sh address|thread WIDTH [--filter NAME …]
set -euo pipefail
cd "$(dirname "$0")/../.."
kind=$1 width=$2
shift 2
here=Tests/Sanitizers
scratch=.build/$kind
# The backtracer has been seen to hang under the sanitizers.
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1
options=(--traits Brotli,Zstd,IDN,PublicSuffix,DiskCache,Archive,SecretService --scratch-path "$scratch")
case "$kind" in
    address)
        # A trap needs no library of the sanitizer, which Swift's linker would not find.
        options+=(--sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined)
        export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0:abort_on_error=0
        export LSAN_OPTIONS=suppressions=$PWD/$here/leaks.txt:print_suppressions=0
        ;;
    thread)
        mkdir -p "$scratch"
        clang -c -O1 "$here/mutex.c" -o "$scratch/mutex.o"
        options+=(--sanitize=thread -Xlinker "$PWD/$scratch/mutex.o")
        # The slow paths of Synchronization.Mutex are in a library that isn't instrumented; mutex.c says what they do.
        for call in '9_lockSlowyys6UInt32VF' '11_unlockSlowyyF' '12_tryLockSlowSbyF'; do
            options+=(-Xlinker "--wrap=\$s15Synchronization12_MutexHandleV$call")
        done
        export TSAN_OPTIONS=suppressions=$PWD/$here/races.txt:halt_on_error=0:second_deadlock_stack=1
        ;;
    *)
        echo "address or thread, not $kind" >&2
        exit 2
        ;;
esac
swift build "${options[@]}" --build-tests
LOG="$scratch/tests.log" Tests/checks/run "$scratch/debug" "$width" "$@"
# A child's report ends up in a test's output; the process's own is here.
if grep -aE 'ERROR: (Address|Leak)Sanitizer|WARNING: ThreadSanitizer' "$scratch/tests.log"; then
    echo "the sanitizer found something; the whole log is $scratch/tests.log" >&2
    exit 1
fi
