#define _GNU_SOURCE
#include "disk_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int sockeye_cache_make_folder(const char *path, uint32_t mode)
{
    return mkdir(path, (mode_t)mode) == 0 || errno == EEXIST ? 0 : -errno;
}

int sockeye_cache_make_own_folder(const char *path, uint32_t mode)
{
    struct stat status;
    int result = sockeye_cache_make_folder(path, mode);
    if (result != 0) return result;
    if (lstat(path, &status) != 0) return -errno;
    return S_ISDIR(status.st_mode) ? 0 : -ENOTDIR;
}

int sockeye_cache_folder_access(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) return -errno;
    if (status.st_uid != geteuid()) return SOCKEYE_CACHE_OTHER_OWNER;
    return (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 ? SOCKEYE_CACHE_OTHERS_WRITE : SOCKEYE_CACHE_OWN_FOLDER;
}

bool sockeye_cache_is_index(const char *path)
{
    static const char beginning[] = "SQLite format 3";
    char bytes[sizeof beginning];
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) return false;
    ssize_t count = read(descriptor, bytes, sizeof bytes);
    close(descriptor);
    return count == (ssize_t)sizeof bytes && memcmp(bytes, beginning, sizeof bytes) == 0;
}

static int opened(int descriptor) { return descriptor < 0 ? -errno : descriptor; }

int sockeye_cache_create(const char *path, uint32_t mode)
{
    return opened(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, (mode_t)mode));
}

int sockeye_cache_open(const char *path) { return opened(open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)); }

int sockeye_cache_unnamed(const char *folder, uint32_t mode)
{
    return opened(open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)mode));
}

int sockeye_cache_link(int descriptor, const char *path, const char *spare)
{
    char own[32];
    /* AT_EMPTY_PATH would need a privilege. */
    snprintf(own, sizeof own, "/proc/self/fd/%d", descriptor);
    if (linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0) return 0;
    if (errno != EEXIST) return -errno;
    /* One that a killed process left. */
    unlink(spare);
    if (linkat(AT_FDCWD, own, AT_FDCWD, spare, AT_SYMLINK_FOLLOW) != 0) return -errno;
    if (rename(spare, path) == 0) return 0;
    const int error = errno;
    unlink(spare);
    return -error;
}

int sockeye_cache_rename(const char *from, const char *to) { return rename(from, to) == 0 ? 0 : -errno; }

int sockeye_cache_unlink(const char *path) { return unlink(path) == 0 ? 0 : -errno; }

void sockeye_cache_close(int descriptor) { close(descriptor); }

ssize_t sockeye_cache_pread(int descriptor, void *bytes, size_t count, int64_t offset)
{
    size_t done = 0;
    while (done < count) {
        const ssize_t step = pread(descriptor, (char *)bytes + done, count - done, offset + (int64_t)done);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) return -errno;
        if (step == 0) break;
        done += (size_t)step;
    }
    return (ssize_t)done;
}

int sockeye_cache_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset)
{
    size_t done = 0;
    while (done < count) {
        const ssize_t step = pwrite(descriptor, (const char *)bytes + done, count - done, offset + (int64_t)done);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) return -errno;
        done += (size_t)step;
    }
    return 0;
}

int sockeye_cache_clone(int from, int64_t from_offset, int to, int64_t to_offset, size_t count)
{
    const struct file_clone_range range = {
        .src_fd = from,
        .src_offset = (uint64_t)from_offset,
        .src_length = count,
        .dest_offset = (uint64_t)to_offset,
    };
    return ioctl(to, FICLONERANGE, &range) == 0 ? 0 : -errno;
}

int64_t sockeye_cache_length(int descriptor)
{
    struct stat facts;
    return fstat(descriptor, &facts) == 0 ? facts.st_size : -errno;
}

int sockeye_cache_identity(const char *path, uint64_t *device, uint64_t *inode)
{
    struct stat facts;
    if (stat(path, &facts) != 0) return -errno;
    *device = facts.st_dev;
    *inode = facts.st_ino;
    return 0;
}

int sockeye_cache_lock(int descriptor)
{
    int result;
    do {
        result = flock(descriptor, LOCK_EX);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : 0;
}

int sockeye_cache_names(const char *path, void (*visit)(void *context, const char *name), void *context)
{
    DIR *folder = opendir(path);
    if (folder == NULL) return -errno;
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) visit(context, entry->d_name);
    }
    closedir(folder);
    return 0;
}
