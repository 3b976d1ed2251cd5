/*
 * Files: one C function per system call, without policy. The contract is that of sockets.h: the result on success,
 * the negated errno on failure, calls that a signal interrupted are made again.
 */
#ifndef SOCKEYE_FILES_H
#define SOCKEYE_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* How to open: what is asked for may be joined with |. Descriptors are always close-on-exec. */
enum {
    SOCKEYE_OPEN_READ = 1,        /* O_RDONLY, with WRITE O_RDWR */
    SOCKEYE_OPEN_WRITE = 2,       /* O_WRONLY */
    SOCKEYE_OPEN_CREATE = 4,      /* O_CREAT */
    SOCKEYE_OPEN_EXCLUSIVE = 8,   /* O_EXCL: -EEXIST when there is one already */
    SOCKEYE_OPEN_TRUNCATE = 16,   /* O_TRUNC */
    SOCKEYE_OPEN_NO_FOLLOW = 32,  /* O_NOFOLLOW: -ELOOP for a symbolic link */
    SOCKEYE_OPEN_NO_BLOCK = 64,   /* O_NONBLOCK: a named pipe does not hold the caller */
    SOCKEYE_OPEN_FOLDER = 128,    /* O_DIRECTORY: -ENOTDIR for anything else */
    SOCKEYE_OPEN_APPEND = 256,    /* O_APPEND */
    SOCKEYE_OPEN_DIRECT = 512,    /* O_DIRECT: -EINVAL where the file system cannot */
    SOCKEYE_OPEN_UNNAMED = 1024   /* O_TMPFILE: a file without a name in the folder `path`; -EOPNOTSUPP, on old kernels
                                     -EISDIR, where the file system cannot */
};

/* open(2). Returns the descriptor. */
int sockeye_open(const char *path, int how, uint32_t mode);

/* fcntl(2) with F_DUPFD_CLOEXEC: another number for the same open file. */
int sockeye_duplicate(int descriptor);

/* pread(2), pwrite(2): how many bytes were moved; pread gives 0 at the end of the file. */
ssize_t sockeye_pread(int descriptor, void *bytes, size_t count, int64_t offset);
ssize_t sockeye_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset);

/* read(2), write(2), for what has no offsets. */
ssize_t sockeye_read(int descriptor, void *bytes, size_t count);
ssize_t sockeye_write(int descriptor, const void *bytes, size_t count);

/* fsync(2), fdatasync(2). */
int sockeye_sync(int descriptor);
int sockeye_sync_data(int descriptor);

/* ftruncate(2). */
int sockeye_truncate(int descriptor, int64_t length);

/* fallocate(2) with FALLOC_FL_KEEP_SIZE: reserves the blocks and leaves the length as it is. */
int sockeye_reserve(int descriptor, int64_t offset, int64_t length);

/* fallocate(2) with FALLOC_FL_PUNCH_HOLE: gives the blocks of that range back; its bytes are then zeros. */
int sockeye_release(int descriptor, int64_t offset, int64_t length);

/* fchmod(2). */
int sockeye_set_mode(int descriptor, uint32_t mode);

/* geteuid(2). */
uint32_t sockeye_user(void);

/* flock(2), exclusive and without waiting: -EWOULDBLOCK when another process has it. Ends with the descriptor. */
int sockeye_lock(int descriptor);

/* flock(2): gives it back before the descriptor is closed. */
int sockeye_unlock(int descriptor);

/* rename(2); with `keeps_existing`, renameat2(2) with RENAME_NOREPLACE: -EEXIST when `to` is there. */
int sockeye_rename(const char *from, const char *to, int keeps_existing);

/* linkat(2): gives an open file, which may have none, the name `path`: -EEXIST when it is taken; -ENOENT when /proc is not
   there. */
int sockeye_link(int descriptor, const char *path);

/* unlink(2). */
int sockeye_unlink(const char *path);

/* What stat(2) says, as far as it is needed. */
enum { SOCKEYE_KIND_REGULAR = 1, SOCKEYE_KIND_FOLDER = 2, SOCKEYE_KIND_LINK = 3, SOCKEYE_KIND_OTHER = 4 };

typedef struct {
    int kind;
    uint32_t mode; /* the nine permission bits */
    uint32_t owner; /* the user's number */
    uint64_t links; /* names that it has */
    uint64_t device;
    uint64_t inode;
    int64_t size;
    int64_t allocated; /* bytes of disk that it takes */
    int64_t modified_seconds;
    int32_t modified_nanoseconds; /* beyond the seconds */
} sockeye_file_facts;

/* stat(2), lstat(2), fstat(2). */
int sockeye_facts(const char *path, int follows_links, sockeye_file_facts *facts);
int sockeye_descriptor_facts(int descriptor, sockeye_file_facts *facts);

/* access(2) with W_OK: 0 when the file may be written. */
int sockeye_may_write(const char *path);

/* realpath(3) into `resolved`, cut off by -ENAMETOOLONG. */
int sockeye_real_path(const char *path, char *resolved, size_t capacity);

/* futimens(2): sets the time of the last change and leaves that of the last access. */
int sockeye_set_modified(int descriptor, int64_t seconds);

/* fstatvfs(3): the bytes that an ordinary user may still write. */
int64_t sockeye_free_bytes(int descriptor);

/* pipe2(2), non-blocking, and F_SETPIPE_SZ as far as the system allows. Returns the capacity in bytes. */
int sockeye_pipe(int ends[2], int wanted_capacity);

/*
 * splice(2). From a socket into a pipe (never waits: -EAGAIN), and from a pipe into a file at `offset`. How many bytes
 * were moved; 0 from a socket is the peer's end.
 */
ssize_t sockeye_splice_in(int socket, int pipe, size_t count);
ssize_t sockeye_splice_out(int pipe, int file, int64_t offset, size_t count);

/*
 * sendfile(2) from `offset` of a file to a socket (never waits: -EAGAIN). How many bytes went; 0 is the file's end.
 * It has no MSG_NOSIGNAL: SIGPIPE is held back in this thread meanwhile, and one that the call raised is taken away.
 */
ssize_t sockeye_send_file(int socket, int file, int64_t offset, size_t count);

#endif
