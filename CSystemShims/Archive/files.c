#define _GNU_SOURCE
#include "archives.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int result_of(int result) { return result < 0 ? -errno : result; }

/* openat(2), again while a signal interrupts it, as on network file systems. */
static int open_at(int folder, const char *name, int flags, mode_t mode)
{
    int descriptor;
    do descriptor = openat(folder, name, flags | O_CLOEXEC, mode);
    while (descriptor < 0 && errno == EINTR);
    return result_of(descriptor);
}

int sockeye_archive_folder_open(const char *path) { return open_at(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0); }

int sockeye_archive_folder_enter(int folder, const char *name)
{
    return open_at(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0);
}

int sockeye_archive_folder_make(int folder, const char *name, uint32_t mode) { return result_of(mkdirat(folder, name, mode)); }

int sockeye_archive_file_create(int folder, const char *name, uint32_t mode)
{
    return open_at(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

static int open_regular(int folder, const char *name, int flags)
{
    int descriptor = open_at(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | flags, 0);
    if (descriptor < 0) return descriptor;
    struct stat facts;
    int error = fstat(descriptor, &facts) < 0 ? errno : S_ISREG(facts.st_mode) ? 0 : EINVAL;
    if (error == 0) return descriptor;
    close(descriptor);
    return -error;
}

int sockeye_archive_file_open(int folder, const char *name) { return open_regular(folder, name, O_NOFOLLOW); }

int sockeye_archive_open_path(const char *path) { return open_regular(AT_FDCWD, path, 0); }

int sockeye_archive_file_sync(int descriptor)
{
    int result;
    do result = fsync(descriptor);
    while (result < 0 && errno == EINTR);
    return result < 0 && errno == EINVAL ? 0 : result_of(result);
}

int sockeye_archive_link_symbolic(int folder, const char *name, const char *target)
{
    return result_of(symlinkat(target, folder, name));
}

int sockeye_archive_link_hard(int from_folder, const char *from, int folder, const char *name)
{
    return result_of(linkat(from_folder, from, folder, name, 0));
}

int sockeye_archive_file_move(int from_folder, const char *from, int folder, const char *name)
{
    if (renameat2(from_folder, from, folder, name, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -errno;
    /* The file system can't (NFS): look first. */
    struct stat facts;
    if (fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0) return -EEXIST;
    if (errno != ENOENT) return -errno;
    return result_of(renameat(from_folder, from, folder, name));
}

int sockeye_archive_file_unlink(int folder, const char *name, int is_folder)
{
    return result_of(unlinkat(folder, name, is_folder ? AT_REMOVEDIR : 0));
}

int sockeye_archive_file_look(int folder, const char *name, sockeye_archive_file_facts *facts)
{
    struct stat found;
    if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) < 0) return -errno;
    facts->size = found.st_size;
    facts->modified = found.st_mtim.tv_sec;
    facts->device = found.st_dev;
    facts->inode = found.st_ino;
    facts->mode = found.st_mode & 07777;
    facts->kind = S_ISREG(found.st_mode)   ? SOCKEYE_ENTRY_FILE
                  : S_ISDIR(found.st_mode) ? SOCKEYE_ENTRY_FOLDER
                  : S_ISLNK(found.st_mode) ? SOCKEYE_ENTRY_SYMBOLIC_LINK
                                           : SOCKEYE_ENTRY_OTHER;
    return 0;
}

ssize_t sockeye_archive_link_read(int folder, const char *name, char *target, size_t count)
{
    ssize_t result = readlinkat(folder, name, target, count);
    return result < 0 ? -errno : result;
}

int sockeye_archive_folder_names(int folder, void (*visit)(void *context, const char *name), void *context)
{
    int copy = open_at(folder, ".", O_RDONLY | O_DIRECTORY, 0);
    if (copy < 0) return copy;
    DIR *stream = fdopendir(copy);
    if (stream == NULL) {
        int error = errno;
        close(copy);
        return -error;
    }
    struct dirent *entry;
    while (errno = 0, (entry = readdir(stream)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) visit(context, entry->d_name);
    int error = errno;
    closedir(stream);
    return -error;
}
