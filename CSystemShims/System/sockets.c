#define _GNU_SOURCE
#include "sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/un.h>
#include <unistd.h>

#include "calls.h"

/* Repeats the call while a signal interrupts it, then folds errno into the result. */
#define RETRY_ON_SIGNAL(type, call)          \
    do {                                     \
        type result;                         \
        do {                                 \
            result = (call);                 \
        } while (result < 0 && errno == EINTR); \
        return result < 0 ? -errno : result; \
    } while (0)

static int system_family(int family) {
    switch (family) {
    case SOCKEYE_FAMILY_IPV4: return AF_INET;
    case SOCKEYE_FAMILY_IPV6: return AF_INET6;
    case SOCKEYE_FAMILY_UNIX: return AF_UNIX;
    default: return AF_UNSPEC;
    }
}

int sockeye_socket(int family) {
    RETRY_ON_SIGNAL(int, socket(system_family(family), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

int sockeye_datagram_socket(int family) {
    RETRY_ON_SIGNAL(int, socket(system_family(family), SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

int sockeye_multipath_socket(int family) {
    RETRY_ON_SIGNAL(int, socket(system_family(family), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_MPTCP));
}

int sockeye_connect(int descriptor, const sockeye_address *address) {
    /* An interrupted connect goes on in the kernel; calling it again would return EALREADY. */
    if (connect(descriptor, (const struct sockaddr *)&address->storage, address->length) == 0) return 0;
    return errno == EINTR ? -EINPROGRESS : -errno;
}

int sockeye_socket_error(int descriptor) {
    int error = 0;
    socklen_t length = sizeof error;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) < 0) return -errno;
    return -error;
}

int sockeye_bind(int descriptor, const sockeye_address *address) {
    RETRY_ON_SIGNAL(int, bind(descriptor, (const struct sockaddr *)&address->storage, address->length));
}

int sockeye_listen(int descriptor, int backlog) {
    RETRY_ON_SIGNAL(int, listen(descriptor, backlog));
}

int sockeye_accept(int descriptor, sockeye_address *peer) {
    sockeye_address ignored;
    if (peer == NULL) peer = &ignored;
    peer->length = sizeof peer->storage;
    RETRY_ON_SIGNAL(int, accept4(descriptor, (struct sockaddr *)&peer->storage, &peer->length,
                                 SOCK_NONBLOCK | SOCK_CLOEXEC));
}

ssize_t sockeye_send(int descriptor, const void *bytes, size_t count) {
    RETRY_ON_SIGNAL(ssize_t, send(descriptor, bytes, count, MSG_NOSIGNAL));
}

ssize_t sockeye_send_vectors(int descriptor, const struct iovec *vectors, size_t count) {
    struct msghdr message = {0};
    message.msg_iov = (struct iovec *)vectors; /* sendmsg only reads them */
    message.msg_iovlen = count;
    RETRY_ON_SIGNAL(ssize_t, sendmsg(descriptor, &message, MSG_NOSIGNAL));
}

ssize_t sockeye_receive(int descriptor, void *bytes, size_t count) {
    RETRY_ON_SIGNAL(ssize_t, recv(descriptor, bytes, count, 0));
}

ssize_t sockeye_receive_dropping(int descriptor, void *bytes, size_t count) {
    RETRY_ON_SIGNAL(ssize_t, recv(descriptor, bytes, count, MSG_TRUNC));
}

int sockeye_is_readable(int descriptor) {
    struct pollfd watched = {.fd = descriptor, .events = POLLIN};
    RETRY_ON_SIGNAL(int, poll(&watched, 1, 0));
}

int sockeye_probe(int descriptor) {
    char byte;
    RETRY_ON_SIGNAL(int, (int)recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT));
}

int sockeye_shutdown_sending(int descriptor) {
    RETRY_ON_SIGNAL(int, shutdown(descriptor, SHUT_WR));
}

int sockeye_close(int descriptor) {
    return close(descriptor) < 0 && errno != EINTR ? -errno : 0;
}

int sockeye_local_address(int descriptor, sockeye_address *address) {
    address->length = sizeof address->storage;
    RETRY_ON_SIGNAL(int, getsockname(descriptor, (struct sockaddr *)&address->storage, &address->length));
}

int sockeye_peer_address(int descriptor, sockeye_address *address) {
    address->length = sizeof address->storage;
    RETRY_ON_SIGNAL(int, getpeername(descriptor, (struct sockaddr *)&address->storage, &address->length));
}

static int set_option(int descriptor, int level, int name, int value) {
    RETRY_ON_SIGNAL(int, setsockopt(descriptor, level, name, &value, sizeof value));
}

int sockeye_set_no_delay(int descriptor, int on) {
    return set_option(descriptor, IPPROTO_TCP, TCP_NODELAY, on);
}

int sockeye_set_receive_low_water_mark(int descriptor, int bytes) {
    return set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, bytes);
}

int sockeye_set_keep_alive(int descriptor, int on) {
    return set_option(descriptor, SOL_SOCKET, SO_KEEPALIVE, on);
}

int sockeye_set_reuse_address(int descriptor, int on) {
    return set_option(descriptor, SOL_SOCKET, SO_REUSEADDR, on);
}

int sockeye_set_keep_alive_time(int descriptor, int seconds) {
    int result = set_option(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, seconds);
    return result < 0 ? result : set_option(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, seconds);
}

int sockeye_set_keep_alive_count(int descriptor, int count) {
    return set_option(descriptor, IPPROTO_TCP, TCP_KEEPCNT, count);
}

int sockeye_set_type_of_service(int descriptor, int ipv6, int value) {
    return set_option(descriptor, ipv6 ? IPPROTO_IPV6 : IPPROTO_IP, ipv6 ? IPV6_TCLASS : IP_TOS, value);
}

int sockeye_set_priority(int descriptor, int priority) {
    return set_option(descriptor, SOL_SOCKET, SO_PRIORITY, priority);
}

int sockeye_bind_to_device(int descriptor, const char *name) {
    RETRY_ON_SIGNAL(int, setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, name, (socklen_t)strlen(name) + 1));
}

int sockeye_set_bind_without_port(int descriptor) {
    return set_option(descriptor, SOL_IP, IP_BIND_ADDRESS_NO_PORT, 1);
}

int sockeye_is_interface(const char *name) {
    return if_nametoindex(name) != 0;
}

int sockeye_interface_address(const char *name, int family, sockeye_address *address) {
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) < 0) return -errno;
    int result = -EADDRNOTAVAIL;
    for (const struct ifaddrs *next = all; next != NULL; next = next->ifa_next) {
        if (next->ifa_addr == NULL || next->ifa_addr->sa_family != system_family(family)) continue;
        if (strcmp(next->ifa_name, name) != 0) continue;
        sockeye_any_address(family, address);
        memcpy(&address->storage, next->ifa_addr, address->length);
        result = 0;
        break;
    }
    freeifaddrs(all);
    return result;
}

void sockeye_any_address(int family, sockeye_address *address) {
    /* INADDR_ANY and in6addr_any are all zeros. */
    memset(address, 0, sizeof *address);
    address->storage.ss_family = (sa_family_t)system_family(family);
    address->length = family == SOCKEYE_FAMILY_IPV6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
}

void sockeye_address_set_port(sockeye_address *address, uint16_t port) {
    switch (address->storage.ss_family) {
    case AF_INET: ((struct sockaddr_in *)&address->storage)->sin_port = htons(port); break;
    case AF_INET6: ((struct sockaddr_in6 *)&address->storage)->sin6_port = htons(port); break;
    default: break;
    }
}

int sockeye_unacknowledged_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : 0;
}

int sockeye_set_reset_on_close(int descriptor) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    RETRY_ON_SIGNAL(int, setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger));
}

int sockeye_resolve(const char *host, uint16_t port, int family, int numeric_only, sockeye_address *addresses,
                    int capacity) {
    struct addrinfo hints = {0};
    hints.ai_family = system_family(family);
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV | (numeric_only ? AI_NUMERICHOST : 0);
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);

    struct addrinfo *found = NULL;
    int code = getaddrinfo(host, service, &hints, &found);
    if (code != 0) return code < 0 ? code : -code;

    int count = 0;
    for (struct addrinfo *next = found; next != NULL; next = next->ai_next) {
        if (next->ai_addrlen > sizeof addresses->storage) continue;
        if (count < capacity) {
            memset(&addresses[count], 0, sizeof addresses[count]);
            memcpy(&addresses[count].storage, next->ai_addr, next->ai_addrlen);
            addresses[count].length = next->ai_addrlen;
        }
        count++;
    }
    freeaddrinfo(found);
    return count;
}

const char *sockeye_resolve_message(int code) {
    return gai_strerror(code);
}

int sockeye_resolve_is_temporary(int code) {
    return code == EAI_AGAIN;
}

int sockeye_unix_address(const char *path, size_t length, int abstract, sockeye_address *address) {
    struct sockaddr_un *target = (struct sockaddr_un *)&address->storage;
    size_t offset = abstract ? 1 : 0; /* an abstract name starts with a NUL and has no terminator */
    if (length + 1 > sizeof target->sun_path) return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    target->sun_family = AF_UNIX;
    memcpy(target->sun_path + offset, path, length);
    address->length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
    return 0;
}

int sockeye_address_family(const sockeye_address *address) {
    switch (address->storage.ss_family) {
    case AF_INET: return SOCKEYE_FAMILY_IPV4;
    case AF_INET6: return SOCKEYE_FAMILY_IPV6;
    case AF_UNIX: return SOCKEYE_FAMILY_UNIX;
    default: return SOCKEYE_FAMILY_ANY;
    }
}

uint16_t sockeye_address_port(const sockeye_address *address) {
    switch (address->storage.ss_family) {
    case AF_INET: return ntohs(((const struct sockaddr_in *)&address->storage)->sin_port);
    case AF_INET6: return ntohs(((const struct sockaddr_in6 *)&address->storage)->sin6_port);
    default: return 0;
    }
}

int sockeye_address_bytes(const sockeye_address *address, unsigned char bytes[16]) {
    switch (address->storage.ss_family) {
    case AF_INET: memcpy(bytes, &((const struct sockaddr_in *)&address->storage)->sin_addr, 4); return 4;
    case AF_INET6: memcpy(bytes, &((const struct sockaddr_in6 *)&address->storage)->sin6_addr, 16); return 16;
    default: return 0;
    }
}

int sockeye_address_text(const sockeye_address *address, char *text, size_t capacity) {
    const void *bytes;
    switch (address->storage.ss_family) {
    case AF_INET: bytes = &((const struct sockaddr_in *)&address->storage)->sin_addr; break;
    case AF_INET6: bytes = &((const struct sockaddr_in6 *)&address->storage)->sin6_addr; break;
    case AF_UNIX: {
        const struct sockaddr_un *path = (const struct sockaddr_un *)&address->storage;
        size_t offset = offsetof(struct sockaddr_un, sun_path);
        size_t length = address->length > offset ? address->length - offset : 0;
        if (length > 0 && path->sun_path[0] == '\0') {
            snprintf(text, capacity, "@%.*s", (int)(length - 1), path->sun_path + 1);
        } else {
            snprintf(text, capacity, "%.*s", (int)length, path->sun_path);
        }
        return 0;
    }
    default: return -EAFNOSUPPORT;
    }
    return inet_ntop(address->storage.ss_family, bytes, text, (socklen_t)capacity) == NULL ? -errno : 0;
}

void sockeye_error_message(int error_number, char *text, size_t capacity) {
    /* The GNU variant returns the text, which may not be in the buffer. */
    const char *message = strerror_r(error_number, text, capacity);
    if (message != text) snprintf(text, capacity, "%s", message);
}
