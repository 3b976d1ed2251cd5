#ifndef SOCKEYE_CLOCK_H
#define SOCKEYE_CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC in nanoseconds, and CLOCK_REALTIME in nanoseconds since 1970; on a thread with its own clock, that
 * one's time, which is both the time since the machine and since the world began. */
uint64_t sockeye_monotonic_nanoseconds(void);
int64_t sockeye_wall_clock_nanoseconds(void);

#endif
