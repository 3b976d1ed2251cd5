#define _GNU_SOURCE
#include "files.h"
#include "clock.h"
#include "threads.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <sys/xattr.h>
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

int sockeye_open(const char *path, int how, uint32_t mode) {
    int flags = O_CLOEXEC | O_NOCTTY;
    int both = SOCKEYE_OPEN_READ | SOCKEYE_OPEN_WRITE;
    flags |= (how & both) == both ? O_RDWR : (how & SOCKEYE_OPEN_WRITE) ? O_WRONLY : O_RDONLY;
    if (how & SOCKEYE_OPEN_CREATE) flags |= O_CREAT;
    if (how & SOCKEYE_OPEN_EXCLUSIVE) flags |= O_EXCL;
    if (how & SOCKEYE_OPEN_TRUNCATE) flags |= O_TRUNC;
    if (how & SOCKEYE_OPEN_NO_FOLLOW) flags |= O_NOFOLLOW;
    if (how & SOCKEYE_OPEN_NO_BLOCK) flags |= O_NONBLOCK;
    if (how & SOCKEYE_OPEN_FOLDER) flags |= O_DIRECTORY;
    if (how & SOCKEYE_OPEN_APPEND) flags |= O_APPEND;
    if (how & SOCKEYE_OPEN_PLACE) flags |= O_PATH;
    if (how & SOCKEYE_OPEN_UNNAMED) flags |= O_TMPFILE;
    RETRY_ON_SIGNAL(int, open(path, flags, (mode_t)mode));
}

int sockeye_duplicate(int descriptor) {
    RETRY_ON_SIGNAL(int, fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

int64_t sockeye_seek(int descriptor, int64_t offset) {
    const off_t place = lseek(descriptor, offset < 0 ? 0 : (off_t)offset, offset < 0 ? SEEK_CUR : SEEK_SET);
    return place < 0 ? -errno : place;
}

int sockeye_flush(int descriptor) {
    const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return 0;
    return close(copy) < 0 && errno != EINTR ? -errno : 0;
}

int sockeye_is_terminal(int descriptor) { return isatty(descriptor); }

int sockeye_is_writable(int descriptor) {
    const int how = fcntl(descriptor, F_GETFL);
    return how >= 0 && (how & O_ACCMODE) != O_RDONLY;
}

int sockeye_waiting_bytes(int descriptor) {
    int count = 0;
    return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

int sockeye_window_size(int descriptor, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -errno;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}

ssize_t sockeye_pread(int descriptor, void *bytes, size_t count, int64_t offset) {
    RETRY_ON_SIGNAL(ssize_t, pread(descriptor, bytes, count, offset));
}

ssize_t sockeye_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset) {
    RETRY_ON_SIGNAL(ssize_t, pwrite(descriptor, bytes, count, offset));
}

ssize_t sockeye_read(int descriptor, void *bytes, size_t count) {
    RETRY_ON_SIGNAL(ssize_t, read(descriptor, bytes, count));
}

/* Waits for an event until the deadline; UINT64_MAX is none. */
static int wait_until(int descriptor, short events, uint64_t deadline) {
    struct pollfd watched = {.fd = descriptor, .events = events};
    while (1) {
        int milliseconds = -1;
        if (deadline != UINT64_MAX) {
            const uint64_t now = sockeye_monotonic_nanoseconds();
            if (now >= deadline) return -ETIMEDOUT;
            const uint64_t left = (deadline - now) / 1000000 + 1;
            milliseconds = left < INT_MAX ? (int)left : INT_MAX;
        }
        const int result = poll(&watched, descriptor < 0 ? 0 : 1, milliseconds);
        if (result > 0) return 0;
        if (result < 0 && errno != EINTR) return -errno;
    }
}

int sockeye_open_waiting(const char *path, int how, uint32_t mode, uint64_t deadline) {
    while (1) {
        const int result = sockeye_open(path, how | SOCKEYE_OPEN_NO_BLOCK, mode);
        struct stat facts;
        /* A socket has no reader either, but never will. */
        if (result != -ENXIO || stat(path, &facts) < 0 || !S_ISFIFO(facts.st_mode)) return result;
        const uint64_t now = sockeye_monotonic_nanoseconds(), pause = 20000000;
        if (now >= deadline) return -ETIMEDOUT;
        /* No call waits for a reader. */
        wait_until(-1, 0, deadline - now < pause ? deadline : now + pause);
    }
}

ssize_t sockeye_read_waiting(int descriptor, void *bytes, size_t count, uint64_t deadline) {
    while (1) {
        /* A pipe that nobody has opened for writing yet reads as if it were at its end, but isn't readable. */
        const int ready = wait_until(descriptor, POLLIN, deadline);
        if (ready < 0) return ready;
        const ssize_t result = read(descriptor, bytes, count);
        if (result >= 0) return result;
        if (errno != EAGAIN && errno != EINTR) return -errno;
    }
}

static ssize_t write_waiting(int descriptor, const void *bytes, size_t count, uint64_t deadline) {
    while (1) {
        const ssize_t result = write(descriptor, bytes, count);
        if (result >= 0) return result;
        const int error = errno;
        const int ready = error == EAGAIN ? wait_until(descriptor, POLLOUT, deadline) : 0;
        if (ready < 0) return ready;
        if (error != EAGAIN && error != EINTR) return -error;
    }
}

ssize_t sockeye_write(int descriptor, const void *bytes, size_t count, uint64_t deadline) {
    sockeye_thread_hold_broken_pipe();
    const ssize_t result = write_waiting(descriptor, bytes, count, deadline);
    /* On a loop's thread the signal stays blocked: three calls for each piece would be most of the system calls. */
    if (sockeye_thread_loop() == NULL) sockeye_thread_release_broken_pipe();
    return result;
}

int sockeye_sync(int descriptor) {
    RETRY_ON_SIGNAL(int, fsync(descriptor));
}

int sockeye_sync_data(int descriptor) {
    RETRY_ON_SIGNAL(int, fdatasync(descriptor));
}

/* Whether syncfs(2) returns the errors of writing back: since Linux 5.8. */
static int syncfs_reports_errors(void) {
    struct utsname name;
    int major = 0, minor = 0;
    if (uname(&name) < 0 || sscanf(name.release, "%d.%d", &major, &minor) != 2) return 0;
    return major > 5 || (major == 5 && minor >= 8);
}

int sockeye_sync_file_system(int descriptor) {
    struct statfs status;
    if (!syncfs_reports_errors()) return -EOPNOTSUPP;
    if (fstatfs(descriptor, &status) < 0) return -errno;
    switch ((uint32_t)status.f_type) {
        case EXT4_SUPER_MAGIC:
        case XFS_SUPER_MAGIC:
        case BTRFS_SUPER_MAGIC:
        case F2FS_SUPER_MAGIC:
        case TMPFS_MAGIC: break;
        default: return -EOPNOTSUPP;
    }
    RETRY_ON_SIGNAL(int, syncfs(descriptor));
}

int sockeye_truncate(int descriptor, int64_t length) {
    RETRY_ON_SIGNAL(int, ftruncate(descriptor, length));
}

/* The namespace that every owner may use (xattr(7)). */
static const char PARTIAL_MARK[] = "user.sockeye.partial";

int sockeye_mark_partial(int descriptor) {
    RETRY_ON_SIGNAL(int, fsetxattr(descriptor, PARTIAL_MARK, "", 0, 0));
}

int sockeye_unmark_partial(int descriptor) {
    RETRY_ON_SIGNAL(int, fremovexattr(descriptor, PARTIAL_MARK));
}

int sockeye_is_marked_partial(int descriptor) {
    if (fgetxattr(descriptor, PARTIAL_MARK, NULL, 0) >= 0) return 1;
    return errno == ENODATA ? 0 : -errno;
}

int sockeye_reserve(int descriptor, int64_t offset, int64_t length) {
    RETRY_ON_SIGNAL(int, fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length));
}

int sockeye_release(int descriptor, int64_t offset, int64_t length) {
    RETRY_ON_SIGNAL(int, fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length));
}

int sockeye_write_back(int descriptor, int64_t offset, int64_t length) {
    RETRY_ON_SIGNAL(int, sync_file_range(descriptor, offset, length,
                                         SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER));
}

int sockeye_set_mode(int descriptor, uint32_t mode) {
    RETRY_ON_SIGNAL(int, fchmod(descriptor, (mode_t)mode));
}

int sockeye_set_owner(int descriptor, uint32_t owner, uint32_t group) {
    RETRY_ON_SIGNAL(int, fchown(descriptor, owner, group));
}

int64_t sockeye_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
    return limit.rlim_cur > INT64_MAX ? INT64_MAX : (int64_t)limit.rlim_cur;
}

uint32_t sockeye_user(void) {
    return geteuid();
}

int sockeye_lock(int descriptor) {
    RETRY_ON_SIGNAL(int, flock(descriptor, LOCK_EX | LOCK_NB));
}

int sockeye_lock_waiting(int descriptor, uint64_t deadline) {
    while (1) {
        const int result = sockeye_lock(descriptor);
        const uint64_t now = sockeye_monotonic_nanoseconds(), pause = 2000000;
        if (result != -EWOULDBLOCK || now >= deadline) return result;
        wait_until(-1, 0, deadline - now < pause ? deadline : now + pause);
    }
}

int sockeye_unlock(int descriptor) {
    RETRY_ON_SIGNAL(int, flock(descriptor, LOCK_UN));
}

int sockeye_make_folder(const char *path, uint32_t mode) {
    RETRY_ON_SIGNAL(int, mkdir(path, (mode_t)mode));
}

int sockeye_rename(const char *from, const char *to, int keeps_existing) {
    RETRY_ON_SIGNAL(int, renameat2(AT_FDCWD, from, AT_FDCWD, to, keeps_existing ? RENAME_NOREPLACE : 0));
}

int sockeye_link(int descriptor, const char *path) {
    char own[32];
    /* AT_EMPTY_PATH would need a privilege. */
    snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
    RETRY_ON_SIGNAL(int, linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW));
}

int sockeye_unlink(const char *path) {
    RETRY_ON_SIGNAL(int, unlink(path));
}

static void take_facts(const struct stat *status, sockeye_file_facts *facts) {
    facts->kind = S_ISREG(status->st_mode)   ? SOCKEYE_KIND_REGULAR
                  : S_ISDIR(status->st_mode) ? SOCKEYE_KIND_FOLDER
                  : S_ISLNK(status->st_mode) ? SOCKEYE_KIND_LINK
                                             : SOCKEYE_KIND_OTHER;
    facts->special = S_ISCHR(status->st_mode) || S_ISBLK(status->st_mode) ? status->st_rdev : S_ISFIFO(status->st_mode);
    facts->mode = status->st_mode & 0777;
    facts->owner = status->st_uid;
    facts->group = status->st_gid;
    facts->links = status->st_nlink;
    facts->device = status->st_dev;
    facts->inode = status->st_ino;
    facts->size = status->st_size;
    /* st_blocks counts units of 512 bytes, whatever the file system's block size is. */
    facts->allocated = status->st_blocks * (int64_t)512;
    facts->modified_seconds = status->st_mtim.tv_sec;
    facts->modified_nanoseconds = (int32_t)status->st_mtim.tv_nsec;
}

int sockeye_facts(const char *path, int follows_links, sockeye_file_facts *facts) {
    struct stat status;
    int result = follows_links ? stat(path, &status) : lstat(path, &status);
    if (result < 0) return -errno;
    take_facts(&status, facts);
    return 0;
}

int sockeye_descriptor_facts(int descriptor, sockeye_file_facts *facts) {
    struct stat status;
    if (fstat(descriptor, &status) < 0) return -errno;
    take_facts(&status, facts);
    return 0;
}

int sockeye_may_write(const char *path) {
    return access(path, W_OK) < 0 ? -errno : 0;
}

int sockeye_check_access(const char *path, int how) {
    const int mode = how & SOCKEYE_OPEN_FOLDER ? W_OK | X_OK
                     : how & SOCKEYE_OPEN_WRITE ? W_OK
                     : how & SOCKEYE_OPEN_READ  ? R_OK
                                                : F_OK;
    return access(path, mode) < 0 ? -errno : 0;
}

int sockeye_hold_memory(void) {
    const int descriptor = memfd_create("sockeye", MFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int sockeye_make_scratch_folder(char *template_path) { return mkdtemp(template_path) == NULL ? -errno : 0; }

int sockeye_link_name(const char *path, const char *name) { return link(path, name) < 0 ? -errno : 0; }

int sockeye_set_attribute(const char *path, const char *name, const void *value, size_t count) {
    return setxattr(path, name, value, count, 0) < 0 ? -errno : 0;
}

int sockeye_remove_folder(const char *path) { return rmdir(path) < 0 ? -errno : 0; }

int sockeye_enter(int folder) { return fchdir(folder) < 0 ? -errno : 0; }

int sockeye_replace_descriptor(int old, int descriptor) {
    RETRY_ON_SIGNAL(int, dup2(descriptor, old));
}

int sockeye_folder_names(const char *path, int most, void (*take)(void *context, const char *name), void *context) {
    DIR *folder = opendir(path);
    if (folder == NULL) return -errno;
    int count = 0;
    int failure = 0;
    while (failure == 0) {
        errno = 0;
        struct dirent *entry = readdir(folder);
        if (entry == NULL) {
            failure = errno;
            break;
        }
        if (count == most) {
            failure = EOVERFLOW;
        } else {
            count++;
            take(context, entry->d_name);
        }
    }
    closedir(folder);
    return failure == 0 ? count : -failure;
}

int sockeye_real_path(const char *path, char *resolved, size_t capacity) {
    char *found = realpath(path, NULL);
    if (found == NULL) return -errno;
    int length = snprintf(resolved, capacity, "%s", found);
    free(found);
    return length < 0 || (size_t)length >= capacity ? -ENAMETOOLONG : 0;
}

int sockeye_set_modified(int descriptor, int64_t seconds) {
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = (time_t)seconds}};
    RETRY_ON_SIGNAL(int, futimens(descriptor, times));
}

int64_t sockeye_free_bytes(int descriptor) {
    struct statvfs status;
    while (fstatvfs(descriptor, &status) < 0) {
        if (errno != EINTR) return -errno;
    }
    uint64_t blocks = status.f_bavail, size = status.f_frsize ? status.f_frsize : status.f_bsize;
    if (size != 0 && blocks > (uint64_t)INT64_MAX / size) return INT64_MAX;
    return (int64_t)(blocks * size);
}

int sockeye_pipe(int ends[2], int wanted_capacity) {
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -errno;
    /* An unprivileged user cannot exceed /proc/sys/fs/pipe-max-size; fall back to the default. */
    int capacity = fcntl(ends[1], F_SETPIPE_SZ, wanted_capacity);
    if (capacity < 0) capacity = fcntl(ends[1], F_GETPIPE_SZ);
    return capacity < 0 ? 65536 : capacity;
}

ssize_t sockeye_splice_in(int socket, int pipe, size_t count) {
    RETRY_ON_SIGNAL(ssize_t, splice(socket, NULL, pipe, NULL, count, SPLICE_F_MOVE | SPLICE_F_NONBLOCK));
}

ssize_t sockeye_splice_out(int pipe, int file, int64_t offset, size_t count) {
    loff_t position = offset;
    RETRY_ON_SIGNAL(ssize_t, splice(pipe, NULL, file, &position, count, SPLICE_F_MOVE));
}
