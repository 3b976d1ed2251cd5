#define _GNU_SOURCE
#include "archives.h"

#ifdef SOCKEYE_ARCHIVE

#include "libarchive.h"

#define WRITER(pointer) ((struct archive *)(pointer))

sockeye_archive_writer *sockeye_archive_create(int descriptor, const char *password, int *result)
{
    if (!sockeye_libarchive_load()) {
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

int sockeye_archive_writer_errno(sockeye_archive_writer *writer) { return sockeye_libarchive_errno(WRITER(writer)); }

int sockeye_archive_finish(sockeye_archive_writer *writer)
{
    IN_UTF8;
    return is_usable(library.write_close(WRITER(writer))) ? 0 : SOCKEYE_ARCHIVE_DAMAGED;
}

void sockeye_archive_discard(sockeye_archive_writer *writer)
{
    if (writer != NULL) library.write_free(WRITER(writer));
}

#endif
