/*
 * Readiness: epoll(7) and eventfd(2), which Swift's Glibc module doesn't expose.
 * Results as in sockets.h: zero or a count on success, the negated errno on failure.
 */
#ifndef SOCKEYE_POLLER_H
#define SOCKEYE_POLLER_H

#include "clock.h"

#include <stdint.h>

enum {
    SOCKEYE_READABLE = 1, /* bytes or the end of the stream can be received without waiting (EPOLLIN) */
    SOCKEYE_WRITABLE = 2, /* the kernel takes bytes again (EPOLLOUT) */
    SOCKEYE_ENDED = 4,    /* the peer sends no more: reading never blocks again (EPOLLRDHUP) */
    SOCKEYE_FAILED = 8,   /* the socket is closed or broken: nothing blocks again (EPOLLHUP, EPOLLERR) */
};

/* An event on a registered descriptor. `token` is the value passed to sockeye_poller_add. */
typedef struct {
    uint64_t token;
    uint32_t flags;
} sockeye_poll_event;

/* epoll_create1(2). */
int sockeye_poller_create(void);

/*
 * Watches `descriptor` for reading, writing and hang-up, edge-triggered: an event comes once when it becomes ready, and
 * not again until the caller sees -EAGAIN (or a short read). Callable from any thread.
 */
int sockeye_poller_add(int poller, int descriptor, uint64_t token);

/* The same for reading only, level-triggered; for the loop's own wake-up descriptor. */
int sockeye_poller_add_level(int poller, int descriptor, uint64_t token);

int sockeye_poller_remove(int poller, int descriptor);

/*
 * epoll_wait(2). `nanoseconds` < 0 waits forever, 0 not at all; the wait is rounded up to a millisecond. An interrupted
 * wait returns 0 events. Returns at most 256 events per call.
 */
int sockeye_poller_wait(int poller, sockeye_poll_event *events, int capacity, int64_t nanoseconds);

/* eventfd(2), non-blocking; signal makes it readable, drain resets it. */
int sockeye_wakeup_create(void);
int sockeye_wakeup_signal(int descriptor);
int sockeye_wakeup_drain(int descriptor);

/* Gives the calling thread its own clock, for simulations; NULL takes it away. The caller keeps it alive and sets
 * it; only this thread reads it. */
void sockeye_thread_set_clock(const uint64_t *nanoseconds);

#endif
