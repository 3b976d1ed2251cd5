/* A wall clock that is SHIFTED_CLOCK seconds off, for programs that preload this. Only the wall clock: deadlines are kept by
 * the monotonic one, and files keep their times. libfaketime 0.9.10 refuses absolute waits by the monotonic clock (EINVAL)
 * once the machine is up for long, in which libdispatch then traps and Python's sleep throws.
 *
 * Absolute waits by the wall clock are shifted back, through glibc's functions that name the clock; those need no dlsym. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift(void) {
    const char *seconds = getenv("SHIFTED_CLOCK");
    return seconds == NULL ? 0 : strtol(seconds, NULL, 10);
}

static struct timespec shifted_back(const struct timespec *deadline) {
    return (struct timespec) { .tv_sec = deadline->tv_sec - shift(), .tv_nsec = deadline->tv_nsec };
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    const long result = syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
    return (int) result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void) zone;
    struct timespec precise;
    if (clock_gettime(CLOCK_REALTIME, &precise) < 0) return -1;
    *now = (struct timeval) { .tv_sec = precise.tv_sec, .tv_usec = precise.tv_nsec / 1000 };
    return 0;
}

time_t time(time_t *seconds) {
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) < 0) return -1;
    if (seconds != NULL) *seconds = now.tv_sec;
    return now.tv_sec;
}

int timespec_get(struct timespec *now, int base) {
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
    const struct timespec real = shifted_back(deadline);
    return sem_clockwait(semaphore, CLOCK_REALTIME, &real);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
    const struct timespec real = shifted_back(deadline);
    return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, &real);
}

/* The condition knows its clock, but doesn't say it. No machine has been up for thirty years. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
    if (deadline->tv_sec < 1000000000) return pthread_cond_clockwait(condition, mutex, CLOCK_MONOTONIC, deadline);
    const struct timespec real = shifted_back(deadline);
    return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, &real);
}
