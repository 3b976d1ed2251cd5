/* A wall clock that jumps: with SOCKEYE_CLOCK=jumps in the environment, every two seconds somewhere else: right, an hour ahead,
 * right, a day behind. All processes jump at once. Files' times and OpenSSL keep the system's clock. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>

int cfaults_clock_gettime(clockid_t clock, struct timespec *now);

int cfaults_clock_gettime(clockid_t clock, struct timespec *now) {
    static const long offsets[] = { 0, 3600, 0, -86400 };
    const int result = clock_gettime(clock, now);
    if (result < 0 || clock != CLOCK_REALTIME) return result;
    const char *wish = getenv("SOCKEYE_CLOCK");
    if (wish == NULL || strcmp(wish, "jumps") != 0) return result;
    struct timespec since_boot;
    clock_gettime(CLOCK_MONOTONIC, &since_boot);
    now->tv_sec += offsets[since_boot.tv_sec / 2 % 4];
    return result;
}
