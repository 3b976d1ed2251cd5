/*
 * The fault plan: which call of the shims fails, and how. Only builds with SOCKEYE_FAULTS have it.
 *
 * One plan for the process. Calls are counted from cfaults_begin; the plan strikes the call with its number, or every
 * call from that number on. Threads that called cfaults_exempt_thread are neither counted nor struck: the server's.
 */
#ifndef CFAULTS_FAULTS_H
#define CFAULTS_FAULTS_H

#include <stddef.h>
#include <stdint.h>

/* Every call that can fail, by the name in its manual page; `signal` and `drain` are write and read of the loop's
   eventfd, `allocate`, `allocate_tls` and `allocate_inflate` the allocations of the shims, OpenSSL and zlib. */
#define CFAULTS_EACH(X)                                                                                                \
    X(open) X(fcntl) X(pread) X(pwrite) X(read) X(write) X(fsync) X(fdatasync) X(syncfs) X(ftruncate) X(fallocate)     \
    X(sync_file_range) X(fchmod) X(fchown) X(flock) X(renameat2) X(linkat) X(unlink) X(stat) X(lstat) X(fstat) X(access) \
    X(realpath) X(futimens) X(fstatvfs) X(pipe2) X(splice_in) X(splice_out) X(socket) X(connect)                       \
    X(getsockopt) X(bind) X(send) X(sendmsg) X(recv) X(shutdown) X(close) X(getsockname) X(getpeername)                \
    X(fsetxattr) X(fremovexattr) X(fgetxattr) X(mkdir)                                                                 \
    X(setsockopt) X(getaddrinfo) X(getifaddrs) X(epoll_create1) X(epoll_ctl) X(epoll_wait) X(eventfd) X(signal)        \
    X(drain) X(pthread_create) X(sem_clockwait) X(getrlimit) X(allocate) X(allocate_tls) X(allocate_inflate)

enum {
#define X(name) CFAULTS_##name,
    CFAULTS_EACH(X)
#undef X
    CFAULTS_CALLS
};

enum {
    CFAULTS_NONE = 0,
    CFAULTS_FAIL = 1,      /* the call does nothing and returns the error */
    CFAULTS_FAIL_ON = 2,   /* so does every later one */
    CFAULTS_INTERRUPT = 3, /* EINTR, once */
    CFAULTS_SHORT = 4,     /* one byte is moved */
    CFAULTS_HALF = 5       /* half of the bytes are moved */
};

/* The call's name, such as "pwrite". */
const char *cfaults_name(int call);

/* Counts calls from now on; the plan strikes `call` number `number` (from 1). CFAULTS_NONE only counts. */
void cfaults_begin(int call, uint64_t number, int how, int error);

/* No more counting nor faults. Returns how often the plan has struck. */
uint64_t cfaults_end(void);

/* Whether calls are counted. */
int cfaults_is_active(void);

/* How many calls were counted since cfaults_begin. */
uint64_t cfaults_count(int call);

/* How often the plan has struck so far. */
uint64_t cfaults_strikes(void);

/* This thread's calls are neither counted nor struck from now on, or are again. */
void cfaults_exempt_thread(int on);

/* Allocations of the shims, OpenSSL and zlib that were not freed yet. */
int64_t cfaults_live_allocations(void);

/* The errors that `call` may give: fills at most `capacity`, returns how many there are. */
int cfaults_errors(int call, int *errors, int capacity);

/* Whether the call can be interrupted, and whether it can move fewer bytes than asked for. */
int cfaults_is_interruptible(int call);
int cfaults_is_divisible(int call);

/* MARK: the record of what reaches a disk (see Tests/Crashes) */

enum {
    CFAULTS_CREATE = 1, /* `path` names the new file `inode`; "" for a file without a name */
    CFAULTS_WRITE,      /* `bytes` at `offset` of `inode` */
    CFAULTS_TRUNCATE,   /* `inode` has `offset` bytes */
    CFAULTS_SYNC,       /* of `inode`, or of the folder `path` */
    CFAULTS_RENAME,     /* `path` to `other` */
    CFAULTS_LINK,       /* `inode` gets the name `path` */
    CFAULTS_UNLINK,     /* of `path` */
    CFAULTS_SYNC_ALL,   /* of everything on the file system */
    CFAULTS_MARK        /* something was promised to the caller: the number `offset` */
};

typedef struct {
    int kind;
    uint64_t inode;
    int64_t offset;
    size_t length;
    unsigned char *bytes;
    char *path, *other;
} cfaults_operation;

/* Records operations on files below `folder` from now on, on every thread. */
void cfaults_record(const char *folder);

/* Adds a mark to the record. */
void cfaults_mark(int64_t number);

/* Ends recording. */
void cfaults_stop_recording(void);

/* The record, until the next cfaults_record. */
size_t cfaults_operation_count(void);
const cfaults_operation *cfaults_operation_at(size_t index);

#endif
