/*
 * What unpacking and packing need of libarchive and of the file system, without policy.
 *
 * libarchive is loaded when the first archive is opened. Without SOCKEYE_ARCHIVE, opening always fails. Names are bytes: the
 * calls run in the locale C, whatever the program's is, but for writing names that are UTF-8.
 */
#ifndef SOCKEYE_ARCHIVES_H
#define SOCKEYE_ARCHIVES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Results that callers tell apart; a positive one is a count. */
enum {
    SOCKEYE_ARCHIVE_ENTRY = 1,
    SOCKEYE_ARCHIVE_END = 0,
    SOCKEYE_ARCHIVE_DAMAGED = -1,
    SOCKEYE_ARCHIVE_UNAVAILABLE = -2, /* the library can't be loaded */
    SOCKEYE_ARCHIVE_NO_MEMORY = -3
};

enum {
    SOCKEYE_ENTRY_FILE = 0,
    SOCKEYE_ENTRY_FOLDER = 1,
    SOCKEYE_ENTRY_SYMBOLIC_LINK = 2,
    SOCKEYE_ENTRY_HARD_LINK = 3,
    SOCKEYE_ENTRY_OTHER = 4 /* a device, a pipe, a socket */
};

typedef struct sockeye_archive_reader sockeye_archive_reader;
typedef struct sockeye_archive_writer sockeye_archive_writer;

/* The strings are valid until the next call. */
typedef struct {
    const char *name;   /* in a zip the library may change, shorten or lack it */
    const char *target; /* of a link */
    int64_t size;       /* -1 if unknown */
    int64_t modified;   /* seconds since 1970; INT64_MIN if unknown */
    uint32_t mode;      /* the permission bits, setuid and the like included */
    int kind;
    int is_encrypted;
} sockeye_archive_entry;

/* Begins to read a zip, or else a tar with one of its compressions, from the descriptor, which must allow seeking and stays the
   caller's. `password` opens encrypted entries; NULL for none. NULL for lack of the library or of memory; else what it returns must
   be closed, even if `*result` is SOCKEYE_ARCHIVE_DAMAGED: it can be asked why. */
sockeye_archive_reader *sockeye_archive_open(int descriptor, int is_zip, const char *password, int *result);
void sockeye_archive_close(sockeye_archive_reader *reader);
/* What the library says about the last failure. */
const char *sockeye_archive_error(sockeye_archive_reader *reader);
/* The errno of the system call that failed; 0 if none did. */
int sockeye_archive_errno(sockeye_archive_reader *reader);
/* The next entry: SOCKEYE_ARCHIVE_ENTRY, _END, or a failure. */
int sockeye_archive_next(sockeye_archive_reader *reader, sockeye_archive_entry *entry);
/* The next piece of the entry's content, valid until the next call, and its place in the file: _ENTRY, _END or a failure. */
int sockeye_archive_block(sockeye_archive_reader *reader, const void **bytes, size_t *count, int64_t *offset);
/* After the last entry: decompresses what follows it, to see the end of the compression and its checksum. Returns how many bytes, 0 at
   the end, or a failure; to be called until then. */
ssize_t sockeye_archive_drain(sockeye_archive_reader *reader);
/* How many bytes of the archive are read. */
int64_t sockeye_archive_position(sockeye_archive_reader *reader);

/* Begins to write a zip into the descriptor, which stays the caller's; with a password, files are encrypted by AES-256 as WinZip
   does. What it returns is as of sockeye_archive_open. */
sockeye_archive_writer *sockeye_archive_create(int descriptor, const char *password, int *result);
/* Begins an entry of this kind: a file of `size` bytes, a folder, or a symbolic link. A zip says of each name whether it is
   UTF-8, so the caller must. 0, or a failure. */
int sockeye_archive_add(sockeye_archive_writer *writer, const sockeye_archive_entry *entry, int is_utf8);
/* Content of the entry; 0, or a failure. */
int sockeye_archive_put(sockeye_archive_writer *writer, const void *bytes, size_t count);
const char *sockeye_archive_writer_error(sockeye_archive_writer *writer);
int sockeye_archive_writer_errno(sockeye_archive_writer *writer);
/* Writes what is left; 0, or a failure. */
int sockeye_archive_finish(sockeye_archive_writer *writer);
void sockeye_archive_discard(sockeye_archive_writer *writer);

/* Files: counts, descriptors, or -errno. Names are single components below the folder of a descriptor, and no call follows a
   symbolic link in them. */

/* open(2) of a regular file by its path, for reading; -EINVAL for anything else. */
int sockeye_archive_open_path(const char *path);
/* open(2) of a folder by its path; links in it are followed, since the user named it. */
int sockeye_archive_folder_open(const char *path);
/* openat(2) of a folder, refusing a link. */
int sockeye_archive_folder_enter(int folder, const char *name);
/* mkdirat(2). */
int sockeye_archive_folder_make(int folder, const char *name, uint32_t mode);
/* openat(2): a new file for writing; -EEXIST if the name is taken. */
int sockeye_archive_file_create(int folder, const char *name, uint32_t mode);
/* openat(2) of a regular file for reading, without waiting for a pipe's writer; -EINVAL for anything else. */
int sockeye_archive_file_open(int folder, const char *name);
/* fsync(2); a folder of a file system that can't is left alone. */
int sockeye_archive_file_sync(int descriptor);
/* symlinkat(2), linkat(2). */
int sockeye_archive_link_symbolic(int folder, const char *name, const char *target);
int sockeye_archive_link_hard(int from_folder, const char *from, int folder, const char *name);
/* renameat2(2) that never replaces anything. */
int sockeye_archive_file_move(int from_folder, const char *from, int folder, const char *name);
int sockeye_archive_file_unlink(int folder, const char *name, int is_folder);
/* fstatat(2) without following links: the kind of entry, its mode, size and time of modification, what file it is. */
typedef struct {
    int64_t size;
    int64_t modified;
    uint64_t device;
    uint64_t inode;
    uint32_t mode;
    int kind;
} sockeye_archive_file_facts;
int sockeye_archive_file_look(int folder, const char *name, sockeye_archive_file_facts *facts);
/* readlinkat(2); the length, or -errno. */
ssize_t sockeye_archive_link_read(int folder, const char *name, char *target, size_t count);
/* Calls `visit` with each name in the folder, without . and .. */
int sockeye_archive_folder_names(int folder, void (*visit)(void *context, const char *name), void *context);

#endif
