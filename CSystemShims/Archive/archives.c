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
#include <string.h>
#include <unistd.h>

#include "gzip_file.h"

static struct {
    int is_loaded;
    locale_t utf8, plain;
    /* Not in the list: the name is a macro of errno.h. */
    int (*last_errno)(struct archive *);
#define CALL(name) __typeof__(&archive_##name) name;
#define EACH_CALL(CALL)                                                                                               \
    CALL(read_new) CALL(read_free) CALL(read_open_fd) CALL(read_open) CALL(read_next_header) CALL(read_data_block)    \
    CALL(read_support_format_zip_seekable) CALL(read_support_format_tar) CALL(read_support_format_raw)                \
    CALL(read_append_filter) CALL(read_support_filter_compress) CALL(filter_bytes) CALL(error_string) CALL(set_error) \
    CALL(bzlib_version) CALL(liblzma_version) CALL(libzstd_version) CALL(liblz4_version)                              \
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

#define WRITER(pointer) ((struct archive *)(pointer))

static int is_usable(int result) { return result == ARCHIVE_OK || result == ARCHIVE_WARN; }

/* The compression that the first bytes tell, of those whose library is there: without it libarchive would run a program. */
static int compression(int descriptor)
{
    unsigned char start[6] = {0};
    if (pread(descriptor, start, sizeof start, 0) < 4) return ARCHIVE_FILTER_NONE;
#define BEGINS(magic) (memcmp(start, magic, sizeof magic - 1) == 0)
    if (BEGINS("\x1F\x8B")) return ARCHIVE_FILTER_GZIP;
    if (BEGINS("\x1F\x9D")) {
        /* The first code, 9 bits, is the first byte of what is compressed: not compressed once more. */
        const int code = start[3] | (start[4] & 1) << 8;
        return code < 256 && code != 0x1F ? ARCHIVE_FILTER_COMPRESS : ARCHIVE_FILTER_NONE;
    }
    if (library.bzlib_version() != NULL && BEGINS("BZh")) return ARCHIVE_FILTER_BZIP2;
    if (library.libzstd_version() != NULL && BEGINS("\x28\xB5\x2F\xFD")) return ARCHIVE_FILTER_ZSTD;
    /* A frame to skip, as pzstd begins with. */
    if (library.libzstd_version() != NULL && (start[0] & 0xF0) == 0x50 && memcmp(start + 1, "\x2A\x4D\x18", 3) == 0)
        return ARCHIVE_FILTER_ZSTD;
    if (library.liblz4_version() != NULL && (BEGINS("\x04\x22\x4D\x18") || BEGINS("\x02\x21\x4C\x18")))
        return ARCHIVE_FILTER_LZ4;
    if (library.liblzma_version() == NULL) return ARCHIVE_FILTER_NONE;
    if (BEGINS("\xFD" "7zXZ\0")) return ARCHIVE_FILTER_XZ;
    if (BEGINS("LZIP")) return ARCHIVE_FILTER_LZIP;
    /* LZMA alone has no magic number, but a byte of properties and the dictionary's size, a multiple of 256. In a tar more zeros follow
       the one that ends a name. */
    if (start[0] < 225 && start[1] == 0 && (start[2] | start[3] | start[4]) != 0) return ARCHIVE_FILTER_LZMA;
    return ARCHIVE_FILTER_NONE;
#undef BEGINS
}

/* A compressed tar is read by two of libarchive's readers: one decompresses, as a raw file, and the other reads the tar from it. A
   reader alone stops at the tar's end, before it has seen whether the compression's checksum is right. */
struct sockeye_archive_reader {
    struct archive *archive;
    /* What decompresses, if anything does: gzip by a reader that checks its checksums, the others by libarchive. */
    sockeye_gzip_file *gzip;
    struct archive *raw;
};

/* The reader of the archive says why the one that decompresses has failed. */
static void pass_error(sockeye_archive_reader *reader)
{
    const char *reason = library.error_string(reader->raw);
    library.set_error(reader->archive, library.last_errno(reader->raw), "%s", reason == NULL ? "" : reason);
}

/* The next bytes that are decompressed, as the callback of archive_read_open has it. */
static la_ssize_t decompress(struct archive *archive, void *context, const void **bytes)
{
    sockeye_archive_reader *reader = context;
    if (reader->gzip != NULL) {
        const char *reason;
        const ssize_t count = sockeye_gzip_file_read(reader->gzip, bytes, &reason);
        if (count < 0) library.set_error(archive, errno == 0 ? EILSEQ : errno, "%s", reason);
        return count;
    }
    size_t count = 0;
    la_int64_t place = 0;
    int result;
    do result = library.read_data_block(reader->raw, bytes, &count, &place);
    while (result == ARCHIVE_OK && count == 0);
    if (result == ARCHIVE_EOF) return 0;
    if (result == ARCHIVE_OK) return (la_ssize_t)count;
    pass_error(reader);
    return -1;
}

/* Lets that reader undo one compression. Looking for them itself, the library undoes 25, one in the other, and millions of empty
   pieces within: two kilobytes keep it busy for hours, in a call that nothing ends. */
static int add_filter(struct archive *raw, int filter)
{
    /* Appended, this one reads before there is anything to read from. Looked for, it finds itself once, since what it gives begins
       otherwise. */
    if (filter == ARCHIVE_FILTER_COMPRESS) return library.read_support_filter_compress(raw);
    return library.read_append_filter(raw, filter);
}

/* Opens what decompresses. Returns whether that worked. */
static int open_compressed(sockeye_archive_reader *reader, int descriptor, int filter)
{
    struct archive_entry *entry = NULL;
    if (filter == ARCHIVE_FILTER_GZIP) reader->gzip = sockeye_gzip_file_new(descriptor);
    else reader->raw = library.read_new();
    if (reader->gzip != NULL) return 1;
    if (reader->raw == NULL) {
        library.set_error(reader->archive, ENOMEM, "out of memory");
        return 0;
    }
    library.read_support_format_raw(reader->raw);
    if (add_filter(reader->raw, filter) == ARCHIVE_OK && is_usable(library.read_open_fd(reader->raw, descriptor, 65536))
        && is_usable(library.read_next_header(reader->raw, &entry)))
        return 1;
    pass_error(reader);
    return 0;
}

sockeye_archive_reader *sockeye_archive_open(int descriptor, int is_zip, const char *password, int *result)
{
    pthread_once(&once, load);
    if (!library.is_loaded) {
        *result = SOCKEYE_ARCHIVE_UNAVAILABLE;
        return NULL;
    }
    IN_PLAIN;
    sockeye_archive_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL || (reader->archive = library.read_new()) == NULL) {
        free(reader);
        *result = SOCKEYE_ARCHIVE_NO_MEMORY;
        return NULL;
    }
    /* By its directory, at the end: without one, a zip is damaged, and its modes and links are unknown. */
    if (is_zip) library.read_support_format_zip_seekable(reader->archive);
    else library.read_support_format_tar(reader->archive);
    if (password != NULL) library.read_add_passphrase(reader->archive, password);
    const int filter = is_zip ? ARCHIVE_FILTER_NONE : compression(descriptor);
    int is_open;
    if (filter == ARCHIVE_FILTER_NONE) is_open = is_usable(library.read_open_fd(reader->archive, descriptor, 65536));
    else
        is_open = open_compressed(reader, descriptor, filter)
            && is_usable(library.read_open(reader->archive, reader, NULL, decompress, NULL));
    *result = is_open ? SOCKEYE_ARCHIVE_ENTRY : SOCKEYE_ARCHIVE_DAMAGED;
    /* Even then, so that the caller can ask why. */
    return reader;
}

void sockeye_archive_close(sockeye_archive_reader *reader)
{
    if (reader == NULL) return;
    library.read_free(reader->archive);
    if (reader->raw != NULL) library.read_free(reader->raw);
    sockeye_gzip_file_free(reader->gzip);
    free(reader);
}

ssize_t sockeye_archive_drain(sockeye_archive_reader *reader)
{
    IN_PLAIN;
    const void *bytes;
    if (reader->raw == NULL && reader->gzip == NULL) return 0;
    const la_ssize_t count = decompress(reader->archive, reader, &bytes);
    return count < 0 ? SOCKEYE_ARCHIVE_DAMAGED : count;
}

const char *sockeye_archive_error(sockeye_archive_reader *reader)
{
    const char *text = library.error_string(reader->archive);
    return text == NULL ? "" : text;
}

/* The library's own numbers are negative, EILSEQ (the format is wrong) or EINVAL (a call is). */
static int system_errno(struct archive *archive)
{
    int number = library.last_errno(archive);
    return number > 0 && number != EILSEQ && number != EINVAL ? number : 0;
}

int sockeye_archive_errno(sockeye_archive_reader *reader) { return system_errno(reader->archive); }

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
    int result = library.read_next_header(reader->archive, &found);
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
    int result = library.read_data_block(reader->archive, bytes, count, &place);
    *offset = place;
    if (result == ARCHIVE_EOF) return SOCKEYE_ARCHIVE_END;
    /* A warning here is a wrong checksum. */
    return result == ARCHIVE_OK ? SOCKEYE_ARCHIVE_ENTRY : SOCKEYE_ARCHIVE_DAMAGED;
}

int64_t sockeye_archive_position(sockeye_archive_reader *reader)
{
    if (reader->gzip != NULL) return sockeye_gzip_file_position(reader->gzip);
    return library.filter_bytes(reader->raw != NULL ? reader->raw : reader->archive, -1);
}

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
    int result = library.write_header(WRITER(writer), made);
    library.entry_free(made);
    return is_usable(result) ? 0 : SOCKEYE_ARCHIVE_DAMAGED;
}

int sockeye_archive_put(sockeye_archive_writer *writer, const void *bytes, size_t count)
{
    IN_UTF8;
    const char *next = bytes;
    while (count > 0) {
        ssize_t written = library.write_data(WRITER(writer), next, count);
        /* 0: the entry has had all the bytes that it announced. */
        if (written <= 0) return SOCKEYE_ARCHIVE_DAMAGED;
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

const char *sockeye_archive_writer_error(sockeye_archive_writer *writer)
{
    const char *text = library.error_string(WRITER(writer));
    return text == NULL ? "" : text;
}

int sockeye_archive_writer_errno(sockeye_archive_writer *writer) { return system_errno(WRITER(writer)); }

int sockeye_archive_finish(sockeye_archive_writer *writer)
{
    IN_UTF8;
    return is_usable(library.write_close(WRITER(writer))) ? 0 : SOCKEYE_ARCHIVE_DAMAGED;
}

void sockeye_archive_discard(sockeye_archive_writer *writer)
{
    if (writer != NULL) library.write_free(WRITER(writer));
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

ssize_t sockeye_archive_drain(sockeye_archive_reader *reader)
{
    (void)reader;
    return 0;
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
