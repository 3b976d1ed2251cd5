#define _GNU_SOURCE
#include "archives.h"

#ifdef SOCKEYE_ARCHIVE

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    int is_loaded;
    locale_t utf8, plain;
    /* Not in the list: the name is a macro of errno.h. */
    int (*last_errno)(struct archive *);
#define CALL(name) __typeof__(&archive_##name) name;
#define EACH_CALL(CALL)                                                                                               \
    CALL(read_new) CALL(read_free) CALL(read_open_fd) CALL(read_next_header) CALL(read_data_block)                    \
    CALL(read_support_format_zip_seekable) CALL(read_support_format_tar)                                                        \
    CALL(read_support_filter_gzip) CALL(read_support_filter_bzip2) CALL(read_support_filter_xz)                       \
    CALL(read_support_filter_lzma) CALL(read_support_filter_lzip) CALL(read_support_filter_zstd)                      \
    CALL(read_support_filter_lz4) CALL(read_support_filter_compress) CALL(filter_bytes) CALL(error_string)            \
    CALL(zlib_version) CALL(bzlib_version) CALL(liblzma_version) CALL(libzstd_version) CALL(liblz4_version)           \
    CALL(write_new) CALL(write_free) CALL(write_set_format_zip) CALL(write_open_fd) CALL(write_header)                \
    CALL(write_data) CALL(write_close) CALL(write_set_bytes_in_last_block)                                            \
    CALL(entry_new) CALL(entry_free) CALL(entry_pathname) CALL(entry_symlink) CALL(entry_hardlink)                    \
    CALL(entry_size) CALL(entry_size_is_set) CALL(entry_mtime) CALL(entry_mtime_is_set) CALL(entry_perm)              \
    CALL(entry_filetype) CALL(entry_is_encrypted) CALL(entry_set_pathname) CALL(entry_set_symlink)                    \
    CALL(entry_set_size) CALL(entry_set_mtime) CALL(entry_set_perm) CALL(entry_set_filetype)                             \
    CALL(read_add_passphrase) CALL(write_set_options) CALL(write_set_passphrase)
    EACH_CALL(CALL)
#undef CALL
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) return;
    int found = 1;
#define FIND(name) found &= (library.name = (__typeof__(library.name))dlsym(handle, "archive_" #name)) != NULL;
    EACH_CALL(FIND)
#undef FIND
    found &= (library.last_errno = (__typeof__(library.last_errno))dlsym(handle, "archive_errno")) != NULL;
    /* A zip says of each name whether it is UTF-8: in the one locale it is written so, in the other it isn't. Reading in C.UTF-8 would
       give names another normal form. */
    library.utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    library.plain = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
    library.is_loaded = found && library.utf8 != (locale_t)0 && library.plain != (locale_t)0;
}

/* The thread's own locale comes back with the end of the block. */
static void restore(const locale_t *before) { uselocale(*before); }
#define IN_LOCALE(locale) __attribute__((cleanup(restore), unused)) const locale_t before = uselocale(locale)
#define IN_UTF8 IN_LOCALE(library.utf8)
#define IN_PLAIN IN_LOCALE(library.plain)

#define READER(pointer) ((struct archive *)(pointer))

static int is_usable(int result) { return result == ARCHIVE_OK || result == ARCHIVE_WARN; }

sockeye_archive_reader *sockeye_archive_open(int descriptor, int is_zip, const char *password, int *result)
{
    pthread_once(&once, load);
    if (!library.is_loaded) {
        *result = SOCKEYE_ARCHIVE_UNAVAILABLE;
        return NULL;
    }
    IN_PLAIN;
    struct archive *reader = library.read_new();
    if (reader == NULL) {
        *result = SOCKEYE_ARCHIVE_NO_MEMORY;
        return NULL;
    }
    /* By its directory, at the end: without one, a zip is damaged, and its modes and links are unknown. */
    if (is_zip) library.read_support_format_zip_seekable(reader);
    else library.read_support_format_tar(reader);
    library.read_support_filter_compress(reader);
    /* A filter whose library is missing would run a program instead. */
    if (library.zlib_version() != NULL) library.read_support_filter_gzip(reader);
    if (library.bzlib_version() != NULL) library.read_support_filter_bzip2(reader);
    if (library.liblzma_version() != NULL) {
        library.read_support_filter_xz(reader);
        library.read_support_filter_lzma(reader);
        library.read_support_filter_lzip(reader);
    }
    if (library.libzstd_version() != NULL) library.read_support_filter_zstd(reader);
    if (library.liblz4_version() != NULL) library.read_support_filter_lz4(reader);
    if (password != NULL) library.read_add_passphrase(reader, password);
    *result = is_usable(library.read_open_fd(reader, descriptor, 65536)) ? SOCKEYE_ARCHIVE_ENTRY : SOCKEYE_ARCHIVE_DAMAGED;
    /* Even then, so that the caller can ask why. */
    return (sockeye_archive_reader *)reader;
}

void sockeye_archive_close(sockeye_archive_reader *reader)
{
    if (reader != NULL) library.read_free(READER(reader));
}

const char *sockeye_archive_error(sockeye_archive_reader *reader)
{
    const char *text = library.error_string(READER(reader));
    return text == NULL ? "" : text;
}

/* The library's own numbers are negative, EILSEQ (the format is wrong) or EINVAL (a call is). */
static int system_errno(struct archive *archive)
{
    int number = library.last_errno(archive);
    return number > 0 && number != EILSEQ && number != EINVAL ? number : 0;
}

int sockeye_archive_errno(sockeye_archive_reader *reader) { return system_errno(READER(reader)); }

static int kind_of(struct archive_entry *entry)
{
    if (library.entry_hardlink(entry) != NULL) return SOCKEYE_ENTRY_HARD_LINK;
    switch (library.entry_filetype(entry)) {
    case AE_IFREG: return SOCKEYE_ENTRY_FILE;
    case AE_IFDIR: return SOCKEYE_ENTRY_FOLDER;
    case AE_IFLNK: return SOCKEYE_ENTRY_SYMBOLIC_LINK;
    default: return SOCKEYE_ENTRY_OTHER;
    }
}

int sockeye_archive_next(sockeye_archive_reader *reader, sockeye_archive_entry *entry)
{
    IN_PLAIN;
    struct archive_entry *found = NULL;
    int result = library.read_next_header(READER(reader), &found);
    if (result == ARCHIVE_EOF) return SOCKEYE_ARCHIVE_END;
    if (!is_usable(result) || found == NULL) return SOCKEYE_ARCHIVE_DAMAGED;
    entry->kind = kind_of(found);
    entry->name = library.entry_pathname(found);
    entry->target = entry->kind == SOCKEYE_ENTRY_HARD_LINK ? library.entry_hardlink(found) : library.entry_symlink(found);
    entry->size = library.entry_size_is_set(found) ? library.entry_size(found) : -1;
    entry->modified = library.entry_mtime_is_set(found) ? library.entry_mtime(found) : INT64_MIN;
    entry->mode = (uint32_t)library.entry_perm(found);
    entry->is_encrypted = library.entry_is_encrypted(found);
    return SOCKEYE_ARCHIVE_ENTRY;
}

int sockeye_archive_block(sockeye_archive_reader *reader, const void **bytes, size_t *count, int64_t *offset)
{
    IN_PLAIN;
    la_int64_t place = 0;
    *bytes = NULL;
    *count = 0;
    int result = library.read_data_block(READER(reader), bytes, count, &place);
    *offset = place;
    if (result == ARCHIVE_EOF) return SOCKEYE_ARCHIVE_END;
    /* A warning here is a wrong checksum. */
    return result == ARCHIVE_OK ? SOCKEYE_ARCHIVE_ENTRY : SOCKEYE_ARCHIVE_DAMAGED;
}

int64_t sockeye_archive_position(sockeye_archive_reader *reader) { return library.filter_bytes(READER(reader), -1); }

sockeye_archive_writer *sockeye_archive_create(int descriptor, const char *password, int *result)
{
    pthread_once(&once, load);
    if (!library.is_loaded) {
        *result = SOCKEYE_ARCHIVE_UNAVAILABLE;
        return NULL;
    }
    IN_UTF8;
    struct archive *writer = library.write_new();
    if (writer == NULL) {
        *result = SOCKEYE_ARCHIVE_NO_MEMORY;
        return NULL;
    }
    library.write_set_bytes_in_last_block(writer, 1);
    int is_open = library.write_set_format_zip(writer) == ARCHIVE_OK;
    if (password != NULL) {
        is_open = is_open && library.write_set_options(writer, "zip:encryption=aes256") == ARCHIVE_OK &&
                  library.write_set_passphrase(writer, password) == ARCHIVE_OK;
    }
    is_open = is_open && library.write_open_fd(writer, descriptor) == ARCHIVE_OK;
    *result = is_open ? SOCKEYE_ARCHIVE_ENTRY : SOCKEYE_ARCHIVE_DAMAGED;
    return (sockeye_archive_writer *)writer;
}

int sockeye_archive_add(sockeye_archive_writer *writer, const sockeye_archive_entry *entry, int is_utf8)
{
    IN_LOCALE(is_utf8 ? library.utf8 : library.plain);
    struct archive_entry *made = library.entry_new();
    if (made == NULL) return SOCKEYE_ARCHIVE_NO_MEMORY;
    library.entry_set_pathname(made, entry->name);
    library.entry_set_perm(made, (mode_t)entry->mode);
    library.entry_set_mtime(made, (time_t)entry->modified, 0);
    switch (entry->kind) {
    case SOCKEYE_ENTRY_FOLDER: library.entry_set_filetype(made, AE_IFDIR); break;
    case SOCKEYE_ENTRY_SYMBOLIC_LINK:
        library.entry_set_filetype(made, AE_IFLNK);
        library.entry_set_symlink(made, entry->target);
        break;
    default:
        library.entry_set_filetype(made, AE_IFREG);
        library.entry_set_size(made, entry->size);
    }
    int result = library.write_header(READER(writer), made);
    library.entry_free(made);
    return is_usable(result) ? 0 : SOCKEYE_ARCHIVE_DAMAGED;
}

int sockeye_archive_put(sockeye_archive_writer *writer, const void *bytes, size_t count)
{
    IN_UTF8;
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = library.write_data(READER(writer), next, count);
        /* 0: the entry has had all the bytes that it announced. */
        if (written <= 0) return SOCKEYE_ARCHIVE_DAMAGED;
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

const char *sockeye_archive_writer_error(sockeye_archive_writer *writer)
{
    const char *text = library.error_string(READER(writer));
    return text == NULL ? "" : text;
}

int sockeye_archive_writer_errno(sockeye_archive_writer *writer) { return system_errno(READER(writer)); }

int sockeye_archive_finish(sockeye_archive_writer *writer)
{
    IN_UTF8;
    return is_usable(library.write_close(READER(writer))) ? 0 : SOCKEYE_ARCHIVE_DAMAGED;
}

void sockeye_archive_discard(sockeye_archive_writer *writer)
{
    if (writer != NULL) library.write_free(READER(writer));
}

#else

sockeye_archive_reader *sockeye_archive_open(int descriptor, int is_zip, const char *password, int *result)
{
    (void)descriptor, (void)is_zip, (void)password;
    *result = SOCKEYE_ARCHIVE_UNAVAILABLE;
    return NULL;
}

sockeye_archive_writer *sockeye_archive_create(int descriptor, const char *password, int *result)
{
    (void)descriptor, (void)password;
    *result = SOCKEYE_ARCHIVE_UNAVAILABLE;
    return NULL;
}

void sockeye_archive_close(sockeye_archive_reader *reader) { (void)reader; }

const char *sockeye_archive_error(sockeye_archive_reader *reader)
{
    (void)reader;
    return "";
}

int sockeye_archive_errno(sockeye_archive_reader *reader)
{
    (void)reader;
    return 0;
}

int sockeye_archive_next(sockeye_archive_reader *reader, sockeye_archive_entry *entry)
{
    (void)reader, (void)entry;
    return SOCKEYE_ARCHIVE_UNAVAILABLE;
}

int sockeye_archive_block(sockeye_archive_reader *reader, const void **bytes, size_t *count, int64_t *offset)
{
    (void)reader, (void)bytes, (void)count, (void)offset;
    return SOCKEYE_ARCHIVE_UNAVAILABLE;
}

int64_t sockeye_archive_position(sockeye_archive_reader *reader)
{
    (void)reader;
    return 0;
}

int sockeye_archive_add(sockeye_archive_writer *writer, const sockeye_archive_entry *entry, int is_utf8)
{
    (void)writer, (void)entry, (void)is_utf8;
    return SOCKEYE_ARCHIVE_UNAVAILABLE;
}

int sockeye_archive_put(sockeye_archive_writer *writer, const void *bytes, size_t count)
{
    (void)writer, (void)bytes, (void)count;
    return SOCKEYE_ARCHIVE_UNAVAILABLE;
}

const char *sockeye_archive_writer_error(sockeye_archive_writer *writer)
{
    (void)writer;
    return "";
}

int sockeye_archive_writer_errno(sockeye_archive_writer *writer)
{
    (void)writer;
    return 0;
}

int sockeye_archive_finish(sockeye_archive_writer *writer)
{
    (void)writer;
    return SOCKEYE_ARCHIVE_UNAVAILABLE;
}

void sockeye_archive_discard(sockeye_archive_writer *writer) { (void)writer; }

#endif
