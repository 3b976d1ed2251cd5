#define _GNU_SOURCE
#include "archives.h"

#ifdef SOCKEYE_ARCHIVE

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gzip_file.h"
#include "libarchive.h"

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
       the one that ends a name. Other files begin so too: a dictionary is 1 GiB at most, as the library takes that memory at once. */
    if (start[0] < 225 && start[1] == 0 && (start[2] | start[3] | start[4]) != 0 && start[4] <= 0x40) return ARCHIVE_FILTER_LZMA;
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

/* The callback of archive_read_open: gives the next decompressed bytes. */
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
    if (!sockeye_libarchive_load()) {
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

int sockeye_archive_errno(sockeye_archive_reader *reader) { return sockeye_libarchive_errno(reader->archive); }

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

#endif
