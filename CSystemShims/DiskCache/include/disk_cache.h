/*
 * What the disk store of the cache needs of libsqlite3 and of the file system, without policy.
 *
 * libsqlite3 is loaded when the first index is opened. Each sockeye_sqlite function is the one of the same name there, with
 * its results; see https://www.sqlite.org/c3ref/intro.html. Without SOCKEYE_DISK_CACHE, opening always fails.
 */
#ifndef SOCKEYE_DISK_CACHE_H
#define SOCKEYE_DISK_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Results of SQLite that callers tell apart. */
enum {
    SOCKEYE_SQLITE_OK = 0,
    SOCKEYE_SQLITE_BUSY = 5,
    SOCKEYE_SQLITE_CORRUPT = 11,
    SOCKEYE_SQLITE_FULL = 13,
    SOCKEYE_SQLITE_CANTOPEN = 14,
    SOCKEYE_SQLITE_NOTADB = 26,
    SOCKEYE_SQLITE_ROW = 100,
    SOCKEYE_SQLITE_DONE = 101,
    SOCKEYE_SQLITE_UNAVAILABLE = -1 /* the library can't be loaded */
};

typedef struct sockeye_sqlite sockeye_sqlite;
typedef struct sockeye_statement sockeye_statement;

/* sqlite3_open_v2 for reading and writing an existing file; calls on the result must not overlap. NULL on failure, with the
   result in `*result`. */
sockeye_sqlite *sockeye_sqlite_open(const char *path, int *result);
void sockeye_sqlite_close(sockeye_sqlite *index);
int sockeye_sqlite_busy_timeout(sockeye_sqlite *index, int milliseconds);
int sockeye_sqlite_exec(sockeye_sqlite *index, const char *sql);
/* sqlite3_prepare_v3 with SQLITE_PREPARE_PERSISTENT; NULL on failure, with the result in `*result`. */
sockeye_statement *sockeye_sqlite_prepare(sockeye_sqlite *index, const char *sql, int *result);
void sockeye_sqlite_finalize(sockeye_statement *statement);
int sockeye_sqlite_bind_int64(sockeye_statement *statement, int position, int64_t value);
/* The bytes must stay until the statement is reset; NULL binds NULL. */
int sockeye_sqlite_bind_blob(sockeye_statement *statement, int position, const void *bytes, size_t count);
int sockeye_sqlite_step(sockeye_statement *statement);
/* sqlite3_reset and sqlite3_clear_bindings. */
void sockeye_sqlite_reset(sockeye_statement *statement);
int64_t sockeye_sqlite_column_int64(sockeye_statement *statement, int column);
/* The bytes are valid until the next step; NULL for NULL and for no bytes. */
const void *sockeye_sqlite_column_blob(sockeye_statement *statement, int column, size_t *count);

/* Files. Results are counts or -errno. */

/* mkdir(2); 0 if the folder exists already. */
int sockeye_cache_make_folder(const char *path, uint32_t mode);
/* The same, but -ENOTDIR if a link leads there. */
int sockeye_cache_make_own_folder(const char *path, uint32_t mode);
/* Whether nobody else can put files into the folder (stat(2)): one of these, or -errno. */
enum { SOCKEYE_CACHE_OWN_FOLDER, SOCKEYE_CACHE_OTHER_OWNER, SOCKEYE_CACHE_OTHERS_WRITE };
int sockeye_cache_folder_access(const char *path);
/* Whether the file is one of SQLite. */
bool sockeye_cache_is_index(const char *path);
/* open(2) for reading and writing, created if missing, close-on-exec, never through a symbolic link. */
int sockeye_cache_create(const char *path, uint32_t mode);
/* open(2) for reading, close-on-exec, never through a symbolic link. */
int sockeye_cache_open(const char *path);
/* open(2) with O_TMPFILE: a file without a name in `folder`. */
int sockeye_cache_unnamed(const char *folder, uint32_t mode);
/* linkat(2): gives an unnamed file the name `path`, in place of any file of that name, by way of `spare` on the same disk:
 * a name that has a file keeps one all the time (rename(2)). What has the name `spare` is deleted. */
int sockeye_cache_link(int descriptor, const char *path, const char *spare);
int sockeye_cache_rename(const char *from, const char *to);
int sockeye_cache_unlink(const char *path);
void sockeye_cache_close(int descriptor);
ssize_t sockeye_cache_pread(int descriptor, void *bytes, size_t count, int64_t offset);
/* Writes all bytes; 0 or -errno. */
int sockeye_cache_pwrite(int descriptor, const void *bytes, size_t count, int64_t offset);
/* ioctl_ficlonerange(2): the bytes of both files become the same blocks on the disk, where the file system can; 0 or -errno. */
int sockeye_cache_clone(int from, int64_t from_offset, int to, int64_t to_offset, size_t count);
/* fstat(2), stat(2). */
int64_t sockeye_cache_length(int descriptor);
int sockeye_cache_identity(const char *path, uint64_t *device, uint64_t *inode);
/* flock(2), exclusive; waits. */
int sockeye_cache_lock(int descriptor);
/* Calls `visit` with each name in the folder, without . and .. */
int sockeye_cache_names(const char *path, void (*visit)(void *context, const char *name), void *context);

#endif
