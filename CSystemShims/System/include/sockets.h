/*
 * Sockets: one C function per system call, without policy.
 *
 * The contract of every function:
 *  - returns zero or a count on success, the negated errno on failure (-EAGAIN, -ECONNREFUSED …), so that no caller
 *    reads errno after something else may have changed it;
 *  - repeats a call that a signal interrupted (except close, see there);
 *  - creates descriptors non-blocking and close-on-exec;
 *  - reports sending to a peer that is gone as -EPIPE, never as SIGPIPE.
 */
#ifndef SOCKEYE_SOCKETS_H
#define SOCKEYE_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

/* A socket address of any family. `length` is the size that system calls expect with it. */
typedef struct {
    struct sockaddr_storage storage;
    socklen_t length;
} sockeye_address;

/* Address families, numbered so that Swift needs none of the platform's values. */
enum { SOCKEYE_FAMILY_ANY = 0, SOCKEYE_FAMILY_IPV4 = 4, SOCKEYE_FAMILY_IPV6 = 6, SOCKEYE_FAMILY_UNIX = 1 };

/* Writes the 4 or 16 bytes of an IP address to `bytes`. Returns how many; 0 for other families. */
int sockeye_address_bytes(const sockeye_address *address, unsigned char bytes[16]);

/* socket(2) for a stream. `family` is one of SOCKEYE_FAMILY_*. Returns the descriptor. */
int sockeye_socket(int family);

/* The same for datagrams (UDP). */
int sockeye_datagram_socket(int family);

/* The same for Multipath TCP (RFC 8684). Fails with -EPROTONOSUPPORT or -ENOPROTOOPT where the system has none. */
int sockeye_multipath_socket(int family);

/* connect(2). -EINPROGRESS means: wait until writable, then ask sockeye_socket_error. */
int sockeye_connect(int descriptor, const sockeye_address *address);

/* SO_ERROR of getsockopt(2): 0 if the connect succeeded, otherwise the negated error, which this clears. */
int sockeye_socket_error(int descriptor);

/* bind(2), listen(2), accept4(2). accept returns the new descriptor and fills `peer` (may be NULL). */
int sockeye_bind(int descriptor, const sockeye_address *address);
int sockeye_listen(int descriptor, int backlog);
int sockeye_accept(int descriptor, sockeye_address *peer);

/* send(2) with MSG_NOSIGNAL, and sendmsg(2) for several pieces. Return how many bytes the kernel took. */
ssize_t sockeye_send(int descriptor, const void *bytes, size_t count);
ssize_t sockeye_send_vectors(int descriptor, const struct iovec *vectors, size_t count);

/* recv(2). 0 is the end of the stream (FIN). */
ssize_t sockeye_receive(int descriptor, void *bytes, size_t count);

/* The same with MSG_TRUNC: TCP discards the data and leaves `bytes` untouched; other sockets fill it. */
ssize_t sockeye_receive_dropping(int descriptor, void *bytes, size_t count);

/* Whether a call to receive would not block: there are bytes, the end, or an error, which stays for that call (poll(2)). */
int sockeye_is_readable(int descriptor);

/*
 * Whether an idle connection can still be used: peeks at one byte (MSG_PEEK).
 * -EAGAIN: alive and silent; 0: the peer closed; 1: the peer sent something unasked; otherwise the error.
 */
int sockeye_probe(int descriptor);

/* shutdown(2) of the sending side. */
int sockeye_shutdown_sending(int descriptor);

/* close(2). Never repeated: on Linux the descriptor is closed even if the call returns EINTR. */
int sockeye_close(int descriptor);

/* getsockname(2) and getpeername(2). */
int sockeye_local_address(int descriptor, sockeye_address *address);
int sockeye_peer_address(int descriptor, sockeye_address *address);

/* setsockopt(2): TCP_NODELAY, SO_KEEPALIVE, SO_REUSEADDR; `on` is 0 or 1. */
int sockeye_set_no_delay(int descriptor, int on);
int sockeye_set_keep_alive(int descriptor, int on);
int sockeye_set_reuse_address(int descriptor, int on);

/* SO_RCVLOWAT: how many bytes must be there before the socket is readable, unless the stream ends or breaks; 1 by default. */
int sockeye_set_receive_low_water_mark(int descriptor, int bytes);

/* TCP_KEEPIDLE and TCP_KEEPINTVL: seconds of silence before a probe, and between unanswered probes. */
int sockeye_set_keep_alive_time(int descriptor, int seconds);

/* TCP_KEEPCNT: how many unanswered probes end a connection. */
int sockeye_set_keep_alive_count(int descriptor, int count);

/* IP_TOS or, for `ipv6`, IPV6_TCLASS: the byte with the differentiated services code point. */
int sockeye_set_type_of_service(int descriptor, int ipv6, int value);

/* SO_PRIORITY: the priority of the socket's packets, and of VLAN frames mapped from it. */
int sockeye_set_priority(int descriptor, int priority);

/* SO_BINDTODEVICE: the socket's packets use only this interface. Linux before 5.7: -EPERM unless root. */
int sockeye_bind_to_device(int descriptor, const char *name);

/* IP_BIND_ADDRESS_NO_PORT: bind takes only the address, and connect chooses a port that is free for the peer. */
int sockeye_set_bind_without_port(int descriptor);

/* Whether there is an interface of this name (if_nametoindex(3)). */
int sockeye_is_interface(const char *name);

/* The first address of this family on an interface (getifaddrs(3)), with port 0. -EADDRNOTAVAIL if it has none. */
int sockeye_interface_address(const char *name, int family, sockeye_address *address);

/* The wildcard address of this family, with port 0. */
void sockeye_any_address(int family, sockeye_address *address);

/* The bytes sent that the peer's kernel hasn't acknowledged (ioctl(2), SIOCOUTQ); 0 for other sockets than TCP's. */
int sockeye_unacknowledged_bytes(int descriptor);

/* SO_LINGER with zero seconds: close then sends RST instead of FIN. For servers that misbehave on purpose. */
int sockeye_set_reset_on_close(int descriptor);

/*
 * getaddrinfo(3) for a stream to `host`:`port`. Blocks, unless `numeric_only`, which needs no lookup. Returns how many
 * addresses were found and stores the first `capacity` of them; on failure a negative EAI_* code
 * (sockeye_resolve_message explains it). `family` is one of SOCKEYE_FAMILY_*.
 */
int sockeye_resolve(const char *host, uint16_t port, int family, int numeric_only, sockeye_address *addresses,
                    int capacity);

/* gai_strerror(3) for a code from sockeye_resolve. */
const char *sockeye_resolve_message(int code);

/* Whether that code means "ask again later" (EAI_AGAIN) rather than "no such host". */
int sockeye_resolve_is_temporary(int code);

/* Makes a Unix domain address. -ENAMETOOLONG if the path doesn't fit. `abstract` uses Linux's abstract namespace. */
int sockeye_unix_address(const char *path, size_t length, int abstract, sockeye_address *address);

/* The family of an address (SOCKEYE_FAMILY_*), its port (0 for Unix), and its text from inet_ntop(3). */
int sockeye_address_family(const sockeye_address *address);
uint16_t sockeye_address_port(const sockeye_address *address);
void sockeye_address_set_port(sockeye_address *address, uint16_t port); /* no-op for Unix */
int sockeye_address_text(const sockeye_address *address, char *text, size_t capacity);

/* strerror_r(3): the system's message for a (positive) errno. */
void sockeye_error_message(int error_number, char *text, size_t capacity);

#endif
