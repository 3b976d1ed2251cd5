#define _GNU_SOURCE
#include "credentials.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(int descriptor, size_t limit, unsigned char **bytes, size_t *count)
{
    struct stat facts;
    if (fstat(descriptor, &facts) < 0) return -errno;
    if (!S_ISREG(facts.st_mode)) return -EINVAL;
    if (facts.st_size < 0 || (uint64_t)facts.st_size > limit) return -EFBIG;
    size_t size = (size_t)facts.st_size;
    unsigned char *content = malloc(size + 1);
    if (content == NULL) return -ENOMEM;
    size_t used = 0;
    while (used < size) {
        ssize_t result = read(descriptor, content + used, size - used);
        if (result < 0 && errno == EINTR) continue;
        if (result < 0) {
            int error = errno;
            sockeye_credential_file_free(content, used);
            return -error;
        }
        if (result == 0) break;
        used += (size_t)result;
    }
    *bytes = content;
    *count = used;
    return 0;
}

int sockeye_credential_file_read(const char *path, size_t limit, unsigned char **bytes, size_t *count)
{
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    int result = read_all(descriptor, limit, bytes, count);
    close(descriptor);
    return result;
}

void sockeye_credential_file_free(unsigned char *bytes, size_t count)
{
    sockeye_credential_wipe(bytes, count);
    free(bytes);
}

static int write_all(int descriptor, const char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -errno;
        bytes += written;
        count -= (size_t)written;
    }
    return fsync(descriptor) < 0 ? -errno : 0;
}

static int sync_folder(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path),
             slash == NULL ? "." : path);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* A folder that may be written but not read can't be synced; the file in it is there all the same. */
    if (descriptor < 0) return errno == EACCES ? 0 : -errno;
    int result = fsync(descriptor) < 0 ? -errno : 0;
    close(descriptor);
    /* What file systems return for calls that they don't support. */
    return result == -EINVAL || result == -EOPNOTSUPP || result == -ENOSYS || result == -EROFS ? 0 : result;
}

int sockeye_credential_file_replace(const char *path, const void *bytes, size_t count)
{
    /* A link stays one: what it leads to is replaced. */
    char real[PATH_MAX];
    if (realpath(path, real) == NULL) {
        if (errno != ENOENT) return -errno;
        if (snprintf(real, sizeof real, "%s", path) >= (int)sizeof real) return -ENAMETOOLONG;
    }
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s.XXXXXX", real) >= (int)sizeof name) return -ENAMETOOLONG;
    int descriptor = mkostemp(name, O_CLOEXEC); /* with mode 0600 */
    if (descriptor < 0) return -errno;
    /* It stays its owner's, if this process may decide that. */
    struct stat facts;
    int result = 0;
    if (stat(real, &facts) == 0 && geteuid() == 0 && fchown(descriptor, facts.st_uid, facts.st_gid) < 0)
        result = -errno;
    if (result == 0) result = write_all(descriptor, bytes, count);
    if (close(descriptor) < 0 && result == 0) result = -errno;
    if (result == 0 && rename(name, real) < 0) result = -errno;
    if (result != 0) {
        unlink(name);
        return result;
    }
    return sync_folder(real);
}

int sockeye_credential_file_lock(const char *path)
{
    /* One lock, through whichever link the file is named. */
    char real[PATH_MAX];
    char name[PATH_MAX];
    const char *whole = realpath(path, real) == NULL ? path : real;
    if (snprintf(name, sizeof name, "%s.lock", whole) >= (int)sizeof name) return -ENAMETOOLONG;
    int descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
    if (descriptor < 0) return -errno;
    while (flock(descriptor, LOCK_EX) < 0)
        if (errno != EINTR) {
            int error = errno;
            close(descriptor);
            return -error;
        }
    return descriptor;
}

void sockeye_credential_file_unlock(int descriptor) { close(descriptor); }
