/* The calls on files: each is met by the plan, then made, then written down. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "plan.h"

int cfaults_rearm(int descriptor); /* sockets.c */

/* Makes the call; writes `note` down if it succeeded and the file belongs to the record. */
#define RECORDED(descriptor, path, type, call, note)               \
    do {                                                           \
        int is_recorded = cfaults_lock_record(descriptor, path);   \
        type result = (call);                                      \
        if (is_recorded) {                                         \
            int error = errno;                                     \
            if (result >= 0) note;                                 \
            cfaults_unlock_record();                               \
            errno = error;                                         \
        }                                                          \
        return result;                                             \
    } while (0)

int cfaults_open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (cfaults_fails(CFAULTS_open)) return -1;
    int is_recorded = cfaults_lock_record(-1, path);
    int existed = is_recorded && access(path, F_OK) == 0;
    int result = open(path, flags, mode);
    if (is_recorded) {
        int error = errno;
        if (result >= 0) cfaults_note_open(result, path, flags, existed);
        cfaults_unlock_record();
        errno = error;
    }
    return result;
}

int cfaults_fcntl(int descriptor, int command, ...) {
    va_list rest;
    va_start(rest, command);
    int argument = va_arg(rest, int);
    va_end(rest);
    /* Only copying a descriptor can fail for lack of one; the size of a pipe is a wish. */
    if (cfaults_fails(CFAULTS_fcntl)) return -1;
    return fcntl(descriptor, command, argument);
}

ssize_t cfaults_pread(int descriptor, void *bytes, size_t count, int64_t offset) {
    if (cfaults_fails_or_cuts(CFAULTS_pread, &count)) return -1;
    return pread(descriptor, bytes, count, offset);
}

ssize_t cfaults_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset) {
    if (cfaults_fails_or_cuts(CFAULTS_pwrite, &count)) return -1;
    RECORDED(descriptor, NULL, ssize_t, pwrite(descriptor, bytes, count, offset),
             cfaults_note_write(descriptor, bytes, (size_t)result, offset));
}

ssize_t cfaults_read(int descriptor, void *bytes, size_t count) {
    if (cfaults_fails_or_cuts(CFAULTS_read, &count)) return -1;
    return read(descriptor, bytes, count);
}

ssize_t cfaults_write(int descriptor, const void *bytes, size_t count) {
    if (cfaults_fails_or_cuts(CFAULTS_write, &count)) return -1;
    struct stat before = {0};
    int is_recorded = cfaults_lock_record(descriptor, NULL);
    int64_t start = 0;
    if (is_recorded) {
        fstat(descriptor, &before);
        int appends = (fcntl(descriptor, F_GETFL) & O_APPEND) != 0;
        start = appends ? before.st_size : lseek(descriptor, 0, SEEK_CUR);
    }
    ssize_t result = write(descriptor, bytes, count);
    if (is_recorded) {
        int error = errno;
        if (result > 0) cfaults_note_write(descriptor, bytes, (size_t)result, start);
        cfaults_unlock_record();
        errno = error;
    }
    return result;
}

/* How long files were when they were last synced: what a failed sync loses begins there. A number is given to file after
 * file, so the time of birth belongs to it. */
static struct synced {
    uint64_t number;
    int64_t birth;
    int64_t length;
} synced[64];
static unsigned synced_count;
static pthread_mutex_t synced_lock = PTHREAD_MUTEX_INITIALIZER;

/* The identity and length of a file; `length` is -1 for anything but a regular file. */
static struct synced file_of(int descriptor) {
    struct statx found;
    if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &found) < 0 || !S_ISREG(found.stx_mode))
        return (struct synced){ .length = -1 };
    return (struct synced){
        found.stx_ino, found.stx_btime.tv_sec * 1000000000 + found.stx_btime.tv_nsec, (int64_t)found.stx_size
    };
}

/* How much of it was synced; notes that all of it is now if asked to. */
static int64_t synced_length(struct synced file, int is_synced_now) {
    pthread_mutex_lock(&synced_lock);
    unsigned known = synced_count < 64 ? synced_count : 64, index = 0;
    while (index < known && (synced[index].number != file.number || synced[index].birth != file.birth)) index++;
    const int64_t length = index < known ? synced[index].length : 0;
    if (is_synced_now) synced[index < known ? index : synced_count++ % 64] = file;
    pthread_mutex_unlock(&synced_lock);
    return length;
}

/* A disk that fails, or is full by now, loses some of what it was given since, here the first half: zeros are read instead. The
 * bytes at the end would be missed at once, since a resume compares them. `length` 0: to the end of the file. */
static int loses(int descriptor, int64_t offset, int64_t length) {
    const int error = errno;
    const struct synced file = file_of(descriptor);
    if ((error == EIO || error == ENOSPC || error == EDQUOT) && file.length > 0) {
        const int64_t end = length == 0 || length > file.length - offset ? file.length : offset + length;
        const int64_t kept = synced_length(file, 0);
        char path[40];
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        const int writable = open(path, O_WRONLY | O_CLOEXEC);
        if (offset < kept) offset = kept;
        if (writable >= 0 && offset < end)
            fallocate(writable, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, (end - offset + 1) / 2);
        if (writable >= 0) close(writable);
    }
    errno = error;
    return -1;
}

static int noted(int descriptor, int result) {
    const int error = errno;
    const struct synced file = file_of(descriptor);
    if (result == 0 && file.length >= 0) synced_length(file, 1);
    errno = error;
    return result;
}

int cfaults_fsync(int descriptor) {
    if (cfaults_fails(CFAULTS_fsync)) return loses(descriptor, 0, 0);
    RECORDED(descriptor, NULL, int, noted(descriptor, fsync(descriptor)), cfaults_note_sync(descriptor));
}

int cfaults_fdatasync(int descriptor) {
    if (cfaults_fails(CFAULTS_fdatasync)) return loses(descriptor, 0, 0);
    RECORDED(descriptor, NULL, int, noted(descriptor, fdatasync(descriptor)), cfaults_note_sync(descriptor));
}

int cfaults_syncfs(int descriptor) {
    if (cfaults_fails(CFAULTS_syncfs)) return -1;
    RECORDED(descriptor, NULL, int, syncfs(descriptor), cfaults_note_sync_all());
}

int cfaults_ftruncate(int descriptor, int64_t length) {
    if (cfaults_fails(CFAULTS_ftruncate)) return -1;
    RECORDED(descriptor, NULL, int, ftruncate(descriptor, length), cfaults_note_truncate(descriptor, length));
}

int cfaults_fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags) {
    if (cfaults_fails(CFAULTS_fsetxattr)) return -1;
    return fsetxattr(descriptor, name, value, size, flags);
}

int cfaults_fremovexattr(int descriptor, const char *name) {
    if (cfaults_fails(CFAULTS_fremovexattr)) return -1;
    return fremovexattr(descriptor, name);
}

ssize_t cfaults_fgetxattr(int descriptor, const char *name, void *value, size_t size) {
    if (cfaults_fails(CFAULTS_fgetxattr)) return -1;
    return fgetxattr(descriptor, name, value, size);
}

static void note_hole(int descriptor, int64_t offset, int64_t length) {
    struct stat status;
    if (fstat(descriptor, &status) < 0 || offset >= status.st_size) return;
    if (length > status.st_size - offset) length = status.st_size - offset;
    void *zeros = calloc(1, (size_t)length);
    if (zeros != NULL) cfaults_note_write(descriptor, zeros, (size_t)length, offset);
    free(zeros);
}

int cfaults_fallocate(int descriptor, int mode, int64_t offset, int64_t length) {
    if (cfaults_fails(CFAULTS_fallocate)) return -1;
    RECORDED(descriptor, NULL, int, fallocate(descriptor, mode, offset, length),
             if ((mode & FALLOC_FL_PUNCH_HOLE) != 0) note_hole(descriptor, offset, length));
}

int cfaults_sync_file_range(int descriptor, int64_t offset, int64_t length, unsigned flags) {
    if (cfaults_fails(CFAULTS_sync_file_range)) return loses(descriptor, offset, length);
    return sync_file_range(descriptor, offset, length, flags);
}

int cfaults_fchmod(int descriptor, mode_t mode) {
    if (cfaults_fails(CFAULTS_fchmod)) return -1;
    return fchmod(descriptor, mode);
}

int cfaults_fchown(int descriptor, uid_t owner, gid_t group) {
    if (cfaults_fails(CFAULTS_fchown)) return -1;
    return fchown(descriptor, owner, group);
}

int cfaults_flock(int descriptor, int operation) {
    if (cfaults_fails(CFAULTS_flock)) return -1;
    return flock(descriptor, operation);
}

int cfaults_renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    if (cfaults_fails(CFAULTS_renameat2)) return -1;
    RECORDED(-1, to, int, renameat2(from_folder, from, to_folder, to, flags), cfaults_note_rename(from, to));
}

int cfaults_linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    if (cfaults_fails(CFAULTS_linkat)) return -1;
    int descriptor = -1;
    sscanf(from, "/proc/self/fd/%d", &descriptor);
    RECORDED(descriptor, to, int, linkat(from_folder, from, to_folder, to, flags), cfaults_note_link(descriptor, to));
}

int cfaults_mkdir(const char *path, mode_t mode) {
    if (cfaults_fails(CFAULTS_mkdir)) return -1;
    return mkdir(path, mode);
}

int cfaults_unlink(const char *path) {
    if (cfaults_fails(CFAULTS_unlink)) return -1;
    RECORDED(-1, path, int, unlink(path), cfaults_note_unlink(path));
}

int cfaults_stat(const char *path, struct stat *status) {
    if (cfaults_fails(CFAULTS_stat)) return -1;
    return stat(path, status);
}

int cfaults_lstat(const char *path, struct stat *status) {
    if (cfaults_fails(CFAULTS_lstat)) return -1;
    return lstat(path, status);
}

int cfaults_fstat(int descriptor, struct stat *status) {
    if (cfaults_fails(CFAULTS_fstat)) return -1;
    return fstat(descriptor, status);
}

int cfaults_access(const char *path, int mode) {
    if (cfaults_fails(CFAULTS_access)) return -1;
    return access(path, mode);
}

int cfaults_futimens(int descriptor, const struct timespec times[2]) {
    if (cfaults_fails(CFAULTS_futimens)) return -1;
    return futimens(descriptor, times);
}

int cfaults_fstatvfs(int descriptor, struct statvfs *status) {
    if (cfaults_fails(CFAULTS_fstatvfs)) return -1;
    return fstatvfs(descriptor, status);
}

int cfaults_pipe2(int ends[2], int flags) {
    if (cfaults_fails(CFAULTS_pipe2)) return -1;
    return pipe2(ends, flags);
}

ssize_t cfaults_splice(int from, loff_t *from_offset, int to, loff_t *to_offset, size_t count, unsigned flags) {
    size_t wanted = count;
    if (to_offset == NULL) {
        if (cfaults_fails_or_cuts(CFAULTS_splice_in, &count)) return -1;
        ssize_t result = splice(from, from_offset, to, to_offset, count, flags);
        if (count < wanted) cfaults_rearm(from);
        return result;
    }
    if (cfaults_fails_or_cuts(CFAULTS_splice_out, &count)) return -1;
    loff_t start = *to_offset;
    RECORDED(to, NULL, ssize_t, splice(from, from_offset, to, to_offset, count, flags),
             cfaults_note_moved(to, (size_t)result, start));
}

int cfaults_close(int descriptor) {
    int how = cfaults_meet(CFAULTS_close), error = errno;
    if (cfaults_lock_record(descriptor, NULL)) {
        cfaults_note_close(descriptor);
        cfaults_unlock_record();
    }
    /* On Linux the descriptor is gone whatever close returns. */
    int result = close(descriptor);
    if (how == CFAULTS_NONE) return result;
    errno = error;
    return -1;
}
