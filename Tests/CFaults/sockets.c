/* The calls on sockets, and those of the event loop. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "plan.h"

int cfaults_socket(int domain, int type, int protocol) {
    if (cfaults_fails(CFAULTS_socket)) return -1;
    return socket(domain, type, protocol);
}

int cfaults_connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    int how = cfaults_meet(CFAULTS_connect);
    /* An interrupted connect goes on in the kernel. */
    if (how == CFAULTS_FAIL || how == CFAULTS_FAIL_ON) return -1;
    int result = connect(descriptor, address, length);
    if (how != CFAULTS_INTERRUPT) return result;
    errno = EINTR;
    return -1;
}

int cfaults_getsockopt(int descriptor, int level, int name, void *value, socklen_t *length) {
    int how = cfaults_meet(CFAULTS_getsockopt), error = errno;
    int result = getsockopt(descriptor, level, name, value, length);
    /* The only option that the shims read is SO_ERROR: the failure is its value. */
    if (how != CFAULTS_NONE && result == 0) *(int *)value = error;
    return result;
}

int cfaults_bind(int descriptor, const struct sockaddr *address, socklen_t length) {
    if (cfaults_fails(CFAULTS_bind)) return -1;
    return bind(descriptor, address, length);
}

/* MARK: bytes */

/* The registrations of sockets, to tell the loop again of a socket after a call that was cut short: with the kernel, a
   count below what was asked for means that an event will come. */
enum { MOST_DESCRIPTORS = 4096 };
static atomic_int pollers[MOST_DESCRIPTORS]; /* plus one */
static struct epoll_event registrations[MOST_DESCRIPTORS];

int cfaults_rearm(int descriptor) {
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return 0;
    int poller = atomic_load(&pollers[descriptor]) - 1;
    if (poller < 0) return 0;
    int error = errno;
    struct epoll_event event = registrations[descriptor];
    int result = epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event);
    errno = error;
    return result;
}

ssize_t cfaults_send(int descriptor, const void *bytes, size_t count, int flags) {
    size_t wanted = count;
    if (cfaults_fails_or_cuts(CFAULTS_send, &count)) return -1;
    ssize_t result = send(descriptor, bytes, count, flags);
    if (count < wanted) cfaults_rearm(descriptor);
    return result;
}

ssize_t cfaults_sendmsg(int descriptor, const struct msghdr *message, int flags) {
    size_t count = 2;
    if (cfaults_fails_or_cuts(CFAULTS_sendmsg, &count)) return -1;
    if (count == 2) return sendmsg(descriptor, message, flags);
    /* Cut in the first piece. */
    ssize_t result = send(descriptor, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len > 0, flags);
    cfaults_rearm(descriptor);
    return result;
}

ssize_t cfaults_recv(int descriptor, void *bytes, size_t count, int flags) {
    size_t wanted = count;
    if (cfaults_fails_or_cuts(CFAULTS_recv, &count)) return -1;
    ssize_t result = recv(descriptor, bytes, count, flags);
    if (count < wanted) cfaults_rearm(descriptor);
    return result;
}

int cfaults_shutdown(int descriptor, int how) {
    if (cfaults_fails(CFAULTS_shutdown)) return -1;
    return shutdown(descriptor, how);
}

/* MARK: names and options */

int cfaults_getsockname(int descriptor, struct sockaddr *address, socklen_t *length) {
    if (cfaults_fails(CFAULTS_getsockname)) return -1;
    return getsockname(descriptor, address, length);
}

int cfaults_getpeername(int descriptor, struct sockaddr *address, socklen_t *length) {
    if (cfaults_fails(CFAULTS_getpeername)) return -1;
    return getpeername(descriptor, address, length);
}

int cfaults_setsockopt(int descriptor, int level, int name, const void *value, socklen_t length) {
    if (cfaults_fails(CFAULTS_setsockopt)) return -1;
    return setsockopt(descriptor, level, name, value, length);
}

int cfaults_getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    /* It returns its error, except the system's. */
    if (cfaults_fails(CFAULTS_getaddrinfo)) {
        int code = errno;
        errno = ENOMEM;
        return code;
    }
    return getaddrinfo(host, service, hints, found);
}

int cfaults_getifaddrs(struct ifaddrs **all) {
    if (cfaults_fails(CFAULTS_getifaddrs)) return -1;
    return getifaddrs(all);
}

/* MARK: the loop and its threads */

int cfaults_epoll_create1(int flags) {
    if (cfaults_fails(CFAULTS_epoll_create1)) return -1;
    return epoll_create1(flags);
}

int cfaults_epoll_ctl(int poller, int operation, int descriptor, struct epoll_event *event) {
    /* Removing needs no memory. */
    if (operation != EPOLL_CTL_DEL && cfaults_fails(CFAULTS_epoll_ctl)) return -1;
    int result = epoll_ctl(poller, operation, descriptor, event);
    if (result == 0 && descriptor >= 0 && descriptor < MOST_DESCRIPTORS) {
        if (operation != EPOLL_CTL_DEL) registrations[descriptor] = *event;
        atomic_store(&pollers[descriptor], operation == EPOLL_CTL_DEL ? 0 : poller + 1);
    }
    return result;
}

int cfaults_epoll_wait(int poller, struct epoll_event *events, int capacity, int timeout) {
    if (cfaults_fails(CFAULTS_epoll_wait)) return -1;
    return epoll_wait(poller, events, capacity, timeout);
}

int cfaults_eventfd(unsigned count, int flags) {
    if (cfaults_fails(CFAULTS_eventfd)) return -1;
    return eventfd(count, flags);
}

ssize_t cfaults_signal(int descriptor, const void *bytes, size_t count) {
    if (cfaults_fails(CFAULTS_signal)) return -1;
    return write(descriptor, bytes, count);
}

ssize_t cfaults_drain(int descriptor, void *bytes, size_t count) {
    if (cfaults_fails(CFAULTS_drain)) return -1;
    return read(descriptor, bytes, count);
}

int cfaults_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *context) {
    if (cfaults_fails(CFAULTS_pthread_create)) return errno;
    return pthread_create(thread, attributes, body, context);
}

int cfaults_sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
    if (cfaults_fails(CFAULTS_sem_clockwait)) return -1;
    return sem_clockwait(semaphore, clock, until);
}

int cfaults_getrlimit(int resource, struct rlimit *limit) {
    if (cfaults_fails(CFAULTS_getrlimit)) return -1;
    return getrlimit((__rlimit_resource_t)resource, limit);
}
