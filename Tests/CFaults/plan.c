#define _GNU_SOURCE
#include "plan.h"

#include <errno.h>
#include <netdb.h>
#include <stdatomic.h>

static atomic_int active, planned_call, planned_how, planned_error;
static atomic_uint_least64_t planned_number, strikes;
static atomic_uint_least64_t counts[CFAULTS_CALLS];
static _Thread_local int is_exempt;

static const char *const names[CFAULTS_CALLS] = {
#define X(name) #name,
    CFAULTS_EACH(X)
#undef X
};

const char *cfaults_name(int call) {
    return call >= 0 && call < CFAULTS_CALLS ? names[call] : "";
}

void cfaults_begin(int call, uint64_t number, int how, int error) {
    atomic_store(&active, 0);
    for (int index = 0; index < CFAULTS_CALLS; index++) atomic_store(&counts[index], 0);
    atomic_store(&strikes, 0);
    atomic_store(&planned_call, how == CFAULTS_NONE ? -1 : call);
    atomic_store(&planned_number, number);
    atomic_store(&planned_how, how);
    atomic_store(&planned_error, error);
    atomic_store(&active, 1);
}

uint64_t cfaults_end(void) {
    atomic_store(&active, 0);
    return atomic_load(&strikes);
}

int cfaults_is_active(void) {
    return atomic_load(&active);
}

uint64_t cfaults_count(int call) {
    return call >= 0 && call < CFAULTS_CALLS ? atomic_load(&counts[call]) : 0;
}

uint64_t cfaults_strikes(void) {
    return atomic_load(&strikes);
}

void cfaults_exempt_thread(int on) {
    is_exempt = on;
}

int cfaults_meet(int call) {
    if (is_exempt || !atomic_load(&active)) return CFAULTS_NONE;
    uint64_t number = atomic_fetch_add(&counts[call], 1) + 1;
    if (atomic_load(&planned_call) != call) return CFAULTS_NONE;
    int how = atomic_load(&planned_how);
    uint64_t planned = atomic_load(&planned_number);
    if (how == CFAULTS_FAIL_ON ? number < planned : number != planned) return CFAULTS_NONE;
    atomic_fetch_add(&strikes, 1);
    errno = how == CFAULTS_INTERRUPT ? EINTR : atomic_load(&planned_error);
    return how;
}

int cfaults_fails(int call) {
    int how = cfaults_meet(call);
    return how == CFAULTS_FAIL || how == CFAULTS_FAIL_ON || how == CFAULTS_INTERRUPT;
}

int cfaults_fails_or_cuts(int call, size_t *count) {
    int how = cfaults_meet(call);
    if (how == CFAULTS_SHORT && *count > 1) *count = 1;
    if (how == CFAULTS_HALF && *count > 1) *count /= 2;
    return how == CFAULTS_FAIL || how == CFAULTS_FAIL_ON || how == CFAULTS_INTERRUPT;
}

/* MARK: what each call may return, by its manual page */

#define MOST_ERRORS 16

static const int errors[CFAULTS_CALLS][MOST_ERRORS] = {
    [CFAULTS_open] = {EACCES, EMFILE, ENFILE, ENOMEM, ENOSPC, EDQUOT, EIO, EROFS, ENOENT, EEXIST, ELOOP, ENOTDIR, EPERM,
                      EISDIR, EOPNOTSUPP},
    [CFAULTS_fcntl] = {EMFILE, EBADF},
    [CFAULTS_pread] = {EIO, EISDIR, ENOMEM},
    [CFAULTS_pwrite] = {EIO, ENOSPC, EDQUOT, EFBIG, EPERM},
    [CFAULTS_read] = {EIO, EISDIR, ENOMEM},
    [CFAULTS_write] = {EIO, ENOSPC, EDQUOT, EFBIG, EPIPE},
    [CFAULTS_fsync] = {EIO, ENOSPC, EDQUOT, EROFS, EINVAL},
    [CFAULTS_fdatasync] = {EIO, ENOSPC, EDQUOT, EROFS, EINVAL},
    [CFAULTS_syncfs] = {EIO, ENOSPC, EDQUOT, EOPNOTSUPP, ENOSYS},
    [CFAULTS_ftruncate] = {EIO, EFBIG, EPERM, EROFS},
    [CFAULTS_fsetxattr] = {EOPNOTSUPP, ENOSPC, EDQUOT, EPERM, EIO},
    [CFAULTS_fremovexattr] = {ENODATA, EOPNOTSUPP, EPERM, EIO},
    [CFAULTS_fgetxattr] = {ENODATA, EOPNOTSUPP, EIO},
    [CFAULTS_fallocate] = {ENOSPC, EDQUOT, EOPNOTSUPP, ENOSYS, EIO, EFBIG, EPERM},
    [CFAULTS_sync_file_range] = {EIO, ENOSPC, EINVAL, ENOMEM},
    [CFAULTS_fchmod] = {EPERM, EIO, EROFS},
    [CFAULTS_fchown] = {EPERM, EIO, EROFS},
    [CFAULTS_flock] = {EWOULDBLOCK, ENOLCK, EOPNOTSUPP},
    [CFAULTS_mkdir] = {EACCES, EPERM, EIO, ENOSPC, EDQUOT, EROFS, ENOENT, EEXIST, EMLINK, ENOMEM},
    [CFAULTS_renameat2] = {EACCES, EPERM, EXDEV, EIO, ENOSPC, EDQUOT, EROFS, ENOENT, EEXIST, EINVAL, EBUSY, ENOMEM},
    [CFAULTS_linkat] = {EEXIST, ENOENT, EMLINK, ENOSPC, EXDEV, EPERM, EIO},
    [CFAULTS_unlink] = {EACCES, EPERM, EBUSY, EIO, ENOENT, EROFS},
    [CFAULTS_stat] = {EACCES, EIO, ENOMEM, ENOENT, ENOTDIR, EOVERFLOW, ELOOP},
    [CFAULTS_lstat] = {EACCES, EIO, ENOMEM, ENOENT, ENOTDIR, EOVERFLOW, ELOOP},
    [CFAULTS_fstat] = {EIO, ENOMEM, EOVERFLOW},
    [CFAULTS_access] = {EACCES, EROFS, EIO, ENOENT, ETXTBSY},
    [CFAULTS_realpath] = {EACCES, EIO, ENOENT, ELOOP, ENOMEM},
    [CFAULTS_futimens] = {EACCES, EPERM, EROFS, EIO},
    [CFAULTS_fstatvfs] = {EIO, ENOSYS, EOVERFLOW},
    [CFAULTS_pipe2] = {EMFILE, ENFILE},
    [CFAULTS_splice_in] = {ECONNRESET, ETIMEDOUT, EINVAL, ENOMEM},
    [CFAULTS_splice_out] = {EIO, ENOSPC, EDQUOT, EFBIG, EINVAL, ENOMEM},
    [CFAULTS_socket] = {EMFILE, ENFILE, ENOBUFS, ENOMEM, EACCES, EAFNOSUPPORT},
    [CFAULTS_connect] = {ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ETIMEDOUT, EADDRNOTAVAIL, EACCES, EPERM},
    [CFAULTS_getsockopt] = {ECONNREFUSED, ECONNRESET, ETIMEDOUT, EHOSTUNREACH},
    [CFAULTS_bind] = {EADDRINUSE, EADDRNOTAVAIL, EACCES},
    [CFAULTS_send] = {EPIPE, ECONNRESET, ENOBUFS, ENOMEM, ETIMEDOUT, EHOSTUNREACH},
    [CFAULTS_sendmsg] = {EPIPE, ECONNRESET, ENOBUFS, ENOMEM, ETIMEDOUT, EHOSTUNREACH},
    [CFAULTS_recv] = {ECONNRESET, ETIMEDOUT, EHOSTUNREACH, ENOMEM, ENOBUFS},
    [CFAULTS_shutdown] = {ENOTCONN, ENOBUFS},
    [CFAULTS_close] = {EIO, EINTR, ENOSPC, EDQUOT},
    [CFAULTS_getsockname] = {ENOBUFS},
    [CFAULTS_getpeername] = {ENOTCONN, ENOBUFS},
    [CFAULTS_setsockopt] = {ENOPROTOOPT, ENOMEM, EINVAL},
    [CFAULTS_getaddrinfo] = {EAI_AGAIN, EAI_MEMORY, EAI_FAIL, EAI_SYSTEM, EAI_NONAME},
    [CFAULTS_getifaddrs] = {ENOMEM, EMFILE},
    [CFAULTS_epoll_create1] = {EMFILE, ENFILE, ENOMEM},
    [CFAULTS_epoll_ctl] = {ENOMEM, ENOSPC},
    [CFAULTS_eventfd] = {EMFILE, ENFILE, ENOMEM, ENODEV},
    [CFAULTS_pthread_create] = {EAGAIN},
    [CFAULTS_getrlimit] = {EPERM},
    [CFAULTS_allocate] = {ENOMEM},
    [CFAULTS_allocate_tls] = {ENOMEM},
    [CFAULTS_allocate_inflate] = {ENOMEM},
};

int cfaults_errors(int call, int *found, int capacity) {
    int count = 0;
    if (call < 0 || call >= CFAULTS_CALLS) return 0;
    while (count < MOST_ERRORS && count < capacity && errors[call][count] != 0) {
        found[count] = errors[call][count];
        count++;
    }
    return count;
}

int cfaults_is_interruptible(int call) {
    switch (call) {
    case CFAULTS_open: case CFAULTS_pread: case CFAULTS_pwrite: case CFAULTS_read: case CFAULTS_write:
    case CFAULTS_fsync: case CFAULTS_fdatasync: case CFAULTS_ftruncate: case CFAULTS_fallocate: case CFAULTS_flock: case CFAULTS_syncfs:
    case CFAULTS_fstatvfs: case CFAULTS_splice_in: case CFAULTS_splice_out: case CFAULTS_connect:
    case CFAULTS_send: case CFAULTS_sendmsg: case CFAULTS_recv: case CFAULTS_epoll_wait: case CFAULTS_signal:
    case CFAULTS_drain: case CFAULTS_sem_clockwait:
        return 1;
    default:
        return 0;
    }
}

int cfaults_is_divisible(int call) {
    switch (call) {
    case CFAULTS_pread: case CFAULTS_pwrite: case CFAULTS_read: case CFAULTS_write: case CFAULTS_splice_in:
    case CFAULTS_splice_out: case CFAULTS_send: case CFAULTS_sendmsg: case CFAULTS_recv:
        return 1;
    default:
        return 0;
    }
}
