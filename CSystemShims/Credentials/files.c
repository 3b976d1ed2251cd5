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
#include <time.h>
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

/* As many links in a row as Linux follows (path_resolution(7)). */
enum { MOST_LINKS = 40 };

/* The name without links of a file that need not be there yet, as behind a link to what is still to be made. The folder must
   be. 0 or -errno. */
static int resolve(const char *path, char real[PATH_MAX])
{
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s", path) >= (int)sizeof name) return -ENAMETOOLONG;
    for (int links = 0; links <= MOST_LINKS; links++) {
        if (realpath(name, real) != NULL) return 0;
        if (errno != ENOENT) return -errno;
        char *slash = strrchr(name, '/');
        char target[PATH_MAX];
        ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0) {
            /* Neither a file nor a link: a new name in a folder that is there. */
            char base[PATH_MAX];
            snprintf(base, sizeof base, "%s", slash == NULL ? name : slash + 1);
            if (base[0] == '\0') return -ENOENT;
            if (slash != NULL) slash[slash == name ? 1 : 0] = '\0';
            if (realpath(slash == NULL ? "." : name, real) == NULL) return -errno;
            size_t used = strlen(real);
            const char *between = real[used - 1] == '/' ? "" : "/";
            if (snprintf(real + used, PATH_MAX - used, "%s%s", between, base) >= (int)(PATH_MAX - used)) return -ENAMETOOLONG;
            return 0;
        }
        target[length] = '\0';
        /* Relative to the link's own folder. */
        size_t folder = target[0] == '/' || slash == NULL ? 0 : (size_t)(slash - name) + 1;
        if (snprintf(name + folder, sizeof name - folder, "%s", target) >= (int)(sizeof name - folder)) return -ENAMETOOLONG;
    }
    return -ELOOP;
}

int sockeye_credential_file_replace(const char *path, const void *bytes, size_t count)
{
    /* A link stays one: what it leads to is replaced. */
    char real[PATH_MAX];
    int found = resolve(path, real);
    if (found < 0) return found;
    char name[PATH_MAX];
    if (snprintf(name, sizeof name, "%s.XXXXXX", real) >= (int)sizeof name) return -ENAMETOOLONG;
    int descriptor = mkostemp(name, O_CLOEXEC); /* with mode 0600 */
    if (descriptor < 0) return -errno;
    int result = write_all(descriptor, bytes, count);
    if (close(descriptor) < 0 && result == 0) result = -errno;
    if (result == 0 && rename(name, real) < 0) result = -errno;
    if (result != 0) {
        unlink(name);
        return result;
    }
    return sync_folder(real);
}

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* flock(2) has no limit of its own, and a stopped process keeps its lock, so it is asked again and again. */
static int lock_within(int descriptor, int patience)
{
    int64_t end = milliseconds() + patience;
    while (flock(descriptor, LOCK_EX | LOCK_NB) < 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) return -errno;
        if (milliseconds() >= end) return -ETIMEDOUT;
        nanosleep(&(struct timespec){.tv_nsec = 10 * 1000 * 1000}, NULL);
    }
    return 0;
}

/* Of the file or, before there is one, of its folder. */
static int owner_of(const char *real, struct stat *facts)
{
    if (stat(real, facts) == 0) return 0;
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", real);
    char *slash = strrchr(folder, '/');
    if (slash == NULL) return stat(".", facts);
    slash[slash == folder ? 1 : 0] = '\0';
    return stat(folder, facts);
}

/* What root makes for somebody else becomes theirs, or they could never open it. What was there before stays whose it is:
   another user may have put it there. */
static int open_lock(const char *name, const char *real)
{
    const int how = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int descriptor = open(name, how | O_CREAT | O_EXCL, 0600);
    if (descriptor < 0) return errno == EEXIST ? open(name, how) : -1;
    struct stat facts;
    if (geteuid() == 0 && owner_of(real, &facts) == 0 && facts.st_uid != 0) {
        /* Refused, as on some network file systems, it stays root's. */
        if (fchown(descriptor, facts.st_uid, facts.st_gid) < 0) errno = 0;
    }
    return descriptor;
}

int sockeye_credential_file_lock(const char *path, int patience)
{
    /* One lock, through whichever link the file is named. */
    char real[PATH_MAX];
    char name[PATH_MAX];
    int result = resolve(path, real);
    if (result < 0) return result;
    if (snprintf(name, sizeof name, "%s.lock", real) >= (int)sizeof name) return -ENAMETOOLONG;
    int descriptor = open_lock(name, real);
    if (descriptor < 0) return -errno;
    result = lock_within(descriptor, patience);
    if (result == 0) return descriptor;
    close(descriptor);
    return result;
}

void sockeye_credential_file_unlock(int descriptor) { close(descriptor); }
