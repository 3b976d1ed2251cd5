#!/usr/bin/env bash
# The suite on odd days: other hours and years, other zones and locales, few descriptors, no root, no IPv6, TMPDIR on
# another file system, both cores busy, a clock that jumps. The tests must be built, those for debugging too.
# Usage: Tests/checks/odd-days.sh FOLDER WIDTH [DAY …]      FOLDER as for Tests/checks/run; without DAY all of them
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$1 width=$2
shift 2
days=("$@")
if [ ${#days[@]} = 0 ]; then
    days=(midnight morning leap-day end-of-time jumps zone locale descriptors nobody ipv4 tmpfs busy)
fi

# Runs the suite under the given command, and says how that went. The log of a day that fails is kept.
day() {
    local name=$1 log="$folder/odd-$1.log" started=$SECONDS
    shift
    if "$@" >"$log" 2>&1; then
        echo "$name: $(sed -n 's/^Test run with //p' "$log" | tail -1)"
        rm -f "$log"
    else
        grep -E '^✘' "$log" | head -40 || tail -20 "$log"
        echo "$name failed after $((SECONDS - started)) s; the log is $log" >&2
        return 1
    fi
}

# The clock of the wall only: with a false monotonic clock every deadline would be wrong.
at() {
    clang -std=c17 -Wall -Wextra -Werror -O -fPIC -shared -o "$folder/shifted-clock.so" Tests/checks/shifted-clock.c
    # As a distance from now, so that the clock goes on from one process to the next.
    local seconds=$(($(date -ud "$1" +%s) - $(date +%s)))
    shift
    # An absolute name: tests start programs in folders of their own.
    env TZ=UTC SHIFTED_CLOCK="$seconds" LD_PRELOAD="$(realpath "$folder")/shifted-clock.so" "$@"
}

needs() {
    if command -v "$1" >/dev/null; then return; fi
    echo "skipped: $2 needs $1 (Debian: $3)"
    return 1
}

mkdir -p "$folder"
status=0
suite=(Tests/checks/run "$folder" "$width")
for name in "${days[@]}"; do
    case "$name" in
        midnight) run=(at '2026-03-14 00:10:00' "${suite[@]}") ;;
        morning) run=(at '2026-03-14 09:58:59' "${suite[@]}") ;;
        leap-day) run=(at '2028-02-29 23:59:00' "${suite[@]}") ;;
        # Beyond 32 bits of seconds.
        end-of-time) run=(at '2038-01-19 03:14:00' "${suite[@]}") ;;
        jumps)
            # Every two seconds the wall clock is somewhere else (Tests/CFaults/clock.c), in the debug build alone.
            run=(env SOCKEYE_CLOCK=jumps Tests/checks/run .build/faults/debug "$width")
            ;;
        zone) run=(env TZ=Pacific/Kiritimati "${suite[@]}") ;;
        locale)
            # Where the letters of ASCII change their case otherwise.
            needs localedef "$name" libc-bin || continue
            if [ ! -f /usr/share/i18n/locales/tr_TR ]; then
                echo "skipped: locale needs the definition of tr_TR (Debian: locales)"
                continue
            fi
            mkdir -p "$folder/locales"
            localedef -i tr_TR -f UTF-8 "$(realpath "$folder")/locales/tr_TR.UTF-8"
            run=(env LOCPATH="$(realpath "$folder")/locales" LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 "${suite[@]}")
            ;;
        descriptors) run=(bash -c 'ulimit -n 256; exec "$@"' - "${suite[@]}") ;;
        nobody)
            if [ "$(id -u)" != 0 ]; then
                echo "skipped: nobody needs root, to become somebody else"
                continue
            fi
            # The log stands in the folder of the build, which belongs to somebody else.
            log=$(mktemp -d)
            chown nobody "$log"
            run=(setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/nonexistent TMPDIR="$log"
                LOG="$log/tests.log" "${suite[@]}")
            ;;
        ipv4)
            needs unshare "$name" util-linux || continue
            # A network of its own, with the loopback interface and without IPv6.
            run=(unshare --net bash -c 'ip link set lo up; echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
                echo 1 >/proc/sys/net/ipv6/conf/lo/disable_ipv6; exec "$@"' - "${suite[@]}")
            ;;
        tmpfs)
            if [ "$(stat -c %d /dev/shm)" = "$(stat -c %d .)" ]; then
                echo "skipped: tmpfs needs /dev/shm on another file system"
                continue
            fi
            run=(env TMPDIR=/dev/shm "${suite[@]}")
            ;;
        busy)
            run=(bash -c 'for core in $(seq "$(nproc)"); do (while :; do :; done) & done
                "$@"; code=$?; kill $(jobs -p); exit $code' - "${suite[@]}")
            ;;
        *)
            echo "no such day: $name" >&2
            exit 2
            ;;
    esac
    day "$name" "${run[@]}" || status=1
done
exit $status
