#define _GNU_SOURCE
#include "poller.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"

enum { MOST_EVENTS = 256 };

int sockeye_poller_create(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

static int add(int poller, int descriptor, uint64_t token, uint32_t interest) {
    struct epoll_event event = {.events = interest, .data.u64 = token};
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) < 0 ? -errno : 0;
}

int sockeye_poller_add(int poller, int descriptor, uint64_t token) {
    return add(poller, descriptor, token, EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET);
}

int sockeye_poller_add_level(int poller, int descriptor, uint64_t token) {
    return add(poller, descriptor, token, EPOLLIN);
}

int sockeye_poller_remove(int poller, int descriptor) {
    struct epoll_event unused = {0};
    return epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &unused) < 0 ? -errno : 0;
}

int sockeye_poller_wait(int poller, sockeye_poll_event *events, int capacity, int64_t nanoseconds) {
    struct epoll_event ready[MOST_EVENTS];
    int timeout = -1;
    if (nanoseconds >= 0) {
        /* Rounded up, so that a timer fires only once its time has passed; capped at an hour against overflow. */
        int64_t milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
        timeout = milliseconds > 3600000 ? 3600000 : (int)milliseconds;
    }
    int count = epoll_wait(poller, ready, capacity < MOST_EVENTS ? capacity : MOST_EVENTS, timeout);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int index = 0; index < count; index++) {
        uint32_t seen = ready[index].events;
        uint32_t flags = 0;
        if (seen & EPOLLIN) flags |= SOCKEYE_READABLE;
        if (seen & EPOLLOUT) flags |= SOCKEYE_WRITABLE;
        if (seen & EPOLLRDHUP) flags |= SOCKEYE_ENDED;
        if (seen & (EPOLLHUP | EPOLLERR)) flags |= SOCKEYE_FAILED;
        events[index].token = ready[index].data.u64;
        events[index].flags = flags;
    }
    return count;
}

int sockeye_wakeup_create(void) {
    int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int sockeye_wakeup_signal(int descriptor) {
    uint64_t one = 1;
    ssize_t result;
    do {
        result = write(descriptor, &one, sizeof one);
    } while (result < 0 && errno == EINTR);
    /* EAGAIN: the counter is full, so the loop wakes anyway. */
    return result < 0 && errno != EAGAIN ? -errno : 0;
}

int sockeye_wakeup_drain(int descriptor) {
    uint64_t count;
    ssize_t result;
    do {
        result = read(descriptor, &count, sizeof count);
    } while (result < 0 && errno == EINTR);
    return result < 0 && errno != EAGAIN ? -errno : 0;
}

static _Thread_local const uint64_t *own_clock;

void sockeye_thread_set_clock(const uint64_t *nanoseconds) {
    own_clock = nanoseconds;
}

uint64_t sockeye_monotonic_nanoseconds(void) {
    if (__builtin_expect(own_clock != NULL, 0)) return *own_clock;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

int64_t sockeye_wall_clock_nanoseconds(void) {
    if (__builtin_expect(own_clock != NULL, 0)) return (int64_t)*own_clock;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
