/*
 * Files: one C function per system call, without policy. The contract is that of sockets.h: the result on success, the
 * negated errno on failure, interrupted calls are repeated.
 */
#ifndef SOCKEYE_FILES_H
#define SOCKEYE_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Flags for opening, combined with |. Descriptors are always close-on-exec. */
enum {
    SOCKEYE_OPEN_READ = 1,        /* O_RDONLY; with WRITE, O_RDWR */
    SOCKEYE_OPEN_WRITE = 2,       /* O_WRONLY */
    SOCKEYE_OPEN_CREATE = 4,      /* O_CREAT */
    SOCKEYE_OPEN_EXCLUSIVE = 8,   /* O_EXCL: -EEXIST if the file exists */
    SOCKEYE_OPEN_TRUNCATE = 16,   /* O_TRUNC */
    SOCKEYE_OPEN_NO_FOLLOW = 32,  /* O_NOFOLLOW: -ELOOP for a symbolic link */
    SOCKEYE_OPEN_NO_BLOCK = 64,   /* O_NONBLOCK: opening a named pipe does not block */
    SOCKEYE_OPEN_FOLDER = 128,    /* O_DIRECTORY: -ENOTDIR for anything else */
    SOCKEYE_OPEN_APPEND = 256,    /* O_APPEND */
    SOCKEYE_OPEN_PLACE = 512,     /* O_PATH: only to name what is in it by, /proc/self/fd/N/NAME; needs no permission to read */
    SOCKEYE_OPEN_UNNAMED = 1024   /* O_TMPFILE: a file without a name in the folder `path`; -EOPNOTSUPP, on old kernels
                                     -EISDIR, where the file system cannot */
};

/* open(2). Returns the descriptor. */
int sockeye_open(const char *path, int how, uint32_t mode);

/* The same without blocking, except for the reader of a pipe: it is waited for until the deadline, which is -ETIMEDOUT. */
int sockeye_open_waiting(const char *path, int how, uint32_t mode, uint64_t deadline);

/* fcntl(2) with F_DUPFD_CLOEXEC: another descriptor for the same open file. */
int sockeye_duplicate(int descriptor);

/* lseek(2): where the descriptor stands then. A negative offset leaves it; -ESPIPE for a pipe. */
int64_t sockeye_seek(int descriptor, int64_t offset);

/* close(2) of a copy: reports what closing would, as a full disk over NFS. */
int sockeye_flush(int descriptor);

/* isatty(3); fcntl(2) with F_GETFL: 1 or 0. */
int sockeye_is_terminal(int descriptor);
int sockeye_is_writable(int descriptor);

/* ioctl(2) with FIONREAD: the bytes to be read; 0 if the system doesn't say. */
int sockeye_waiting_bytes(int descriptor);

/* ioctl(2) with TIOCGWINSZ: 0, and the terminal's size, if its driver knows it; else -ENOTTY. */
int sockeye_window_size(int descriptor, int *rows, int *columns);

/* pread(2), pwrite(2). Return the number of bytes moved; pread returns 0 at the end of the file. */
ssize_t sockeye_pread(int descriptor, void *bytes, size_t count, int64_t offset);
ssize_t sockeye_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset);

/* read(2), write(2), for files without offsets. write waits (poll(2)) for room in a pipe or socket that doesn't block, and one
   whose reader is gone is -EPIPE, never SIGPIPE. read_waiting waits likewise, also for the first writer of a pipe; read doesn't.
   -ETIMEDOUT at the deadline, in nanoseconds of CLOCK_MONOTONIC; UINT64_MAX is none. */
ssize_t sockeye_read(int descriptor, void *bytes, size_t count);
ssize_t sockeye_read_waiting(int descriptor, void *bytes, size_t count, uint64_t deadline);
ssize_t sockeye_write(int descriptor, const void *bytes, size_t count, uint64_t deadline);

/* fsync(2), fdatasync(2). */
int sockeye_sync(int descriptor);
int sockeye_sync_data(int descriptor);

/* syncfs(2): waits until everything that was written to the file system of this descriptor is on the disk, whichever file
   and program it is of, and reports what failed to get there since the descriptor was opened. -EOPNOTSUPP where that can't be
   relied on: before Linux 5.8, which forgot such failures, and on file systems other than ext4, XFS, Btrfs, F2FS and tmpfs:
   FUSE and overlays may not pass it on. */
int sockeye_sync_file_system(int descriptor);

/* ftruncate(2). */
int sockeye_truncate(int descriptor, int64_t length);

/* fsetxattr(2), fremovexattr(2): marks the file as a partial one of ours, until it is complete. */
int sockeye_mark_partial(int descriptor);
int sockeye_unmark_partial(int descriptor);

/* fgetxattr(2): 1 with the mark, 0 without; -EOPNOTSUPP where the file system keeps none. */
int sockeye_is_marked_partial(int descriptor);

/* fallocate(2) with FALLOC_FL_KEEP_SIZE: reserves the blocks and keeps the length. */
int sockeye_reserve(int descriptor, int64_t offset, int64_t length);

/* fallocate(2) with FALLOC_FL_PUNCH_HOLE: returns the blocks of the range; its bytes then read as zeros. */
int sockeye_release(int descriptor, int64_t offset, int64_t length);

/* sync_file_range(2): writes the dirty pages of that range and waits for them; makes nothing durable. */
int sockeye_write_back(int descriptor, int64_t offset, int64_t length);

/* fchmod(2). */
int sockeye_set_mode(int descriptor, uint32_t mode);

/* fchown(2): another owner only for root. */
int sockeye_set_owner(int descriptor, uint32_t owner, uint32_t group);

/* getrlimit(2), RLIMIT_NOFILE: how many descriptors the process may have open. */
int64_t sockeye_descriptor_limit(void);

/* geteuid(2). */
uint32_t sockeye_user(void);

/* flock(2), exclusive and without waiting: -EWOULDBLOCK if another process has it. Closing the descriptor releases it.
   */
int sockeye_lock(int descriptor);

/* The same, asking again every 2 ms until the deadline, since flock(2) knows none. */
int sockeye_lock_waiting(int descriptor, uint64_t deadline);

/* flock(2): releases the lock before the descriptor is closed. */
int sockeye_unlock(int descriptor);

/* mkdir(2): -EEXIST if the name is taken. */
int sockeye_make_folder(const char *path, uint32_t mode);

/* rename(2); with `keeps_existing`, renameat2(2) with RENAME_NOREPLACE: -EEXIST if `to` exists. */
int sockeye_rename(const char *from, const char *to, int keeps_existing);

/* linkat(2): gives an open file, which may have no name, the name `path`: -EEXIST if the name is taken, -ENOENT without
   /proc. */
int sockeye_link(int descriptor, const char *path);

/* unlink(2). */
int sockeye_unlink(const char *path);

/* The part of stat(2) that callers need. */
enum { SOCKEYE_KIND_REGULAR = 1, SOCKEYE_KIND_FOLDER = 2, SOCKEYE_KIND_LINK = 3, SOCKEYE_KIND_OTHER = 4 };

typedef struct {
    int kind;
    uint64_t special; /* of a device its number, of a pipe 1; else 0 */
    uint32_t mode; /* the nine permission bits */
    uint32_t owner; /* user ID */
    uint32_t group; /* group ID */
    uint64_t links; /* number of hard links */
    uint64_t device;
    uint64_t inode;
    int64_t size;
    int64_t allocated; /* bytes allocated on disk */
    int64_t modified_seconds;
    int32_t modified_nanoseconds; /* beyond the seconds */
} sockeye_file_facts;

/* stat(2), lstat(2), fstat(2). */
int sockeye_facts(const char *path, int follows_links, sockeye_file_facts *facts);
int sockeye_descriptor_facts(int descriptor, sockeye_file_facts *facts);

/* access(2) with W_OK: 0 if the file may be written. */
int sockeye_may_write(const char *path);

/* access(2): `how` is SOCKEYE_OPEN_READ, SOCKEYE_OPEN_WRITE, or SOCKEYE_OPEN_FOLDER for a folder to make files in; 0 for existence. */
int sockeye_check_access(const char *path, int how);

/* memfd_create(2): an open file in memory, without a name. */
int sockeye_hold_memory(void);

/* mkdtemp(3), link(2), setxattr(2), rmdir(2), fchdir(2), dup2(2). */
int sockeye_make_scratch_folder(char *template_path);
int sockeye_link_name(const char *path, const char *name);
int sockeye_set_attribute(const char *path, const char *name, const void *value, size_t count);
int sockeye_remove_folder(const char *path);
int sockeye_enter(int folder);
int sockeye_replace_descriptor(int old, int descriptor);

/* readdir(3): gives each name in the folder to `take`, those of the folder itself and its parent included. Returns how many there
   are, at most `most`; -EOVERFLOW if there are more. */
int sockeye_folder_names(const char *path, int most, void (*take)(void *context, const char *name), void *context);

/* realpath(3) into `resolved`; -ENAMETOOLONG if it doesn't fit. */
int sockeye_real_path(const char *path, char *resolved, size_t capacity);

/* futimens(2): sets the modification time and leaves the access time. */
int sockeye_set_modified(int descriptor, int64_t seconds);

/* fstatvfs(3): the bytes that an unprivileged user may still write. */
int64_t sockeye_free_bytes(int descriptor);

/* pipe2(2), non-blocking, with F_SETPIPE_SZ as far as the system allows. Returns the capacity in bytes. */
int sockeye_pipe(int ends[2], int wanted_capacity);

/*
 * splice(2) from a socket into a pipe (never waits: -EAGAIN), and from a pipe into a file at `offset`. Return the
 * number of bytes moved; 0 from a socket is the end of the stream.
 */
ssize_t sockeye_splice_in(int socket, int pipe, size_t count);
ssize_t sockeye_splice_out(int pipe, int file, int64_t offset, size_t count);

#endif
