/* The calls of libarchive, which is loaded when the first archive is opened. */
#ifndef SOCKEYE_LIBARCHIVE_H
#define SOCKEYE_LIBARCHIVE_H

#ifdef SOCKEYE_ARCHIVE

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

extern struct sockeye_libarchive {
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
    CALL(entry_set_size) CALL(entry_set_mtime) CALL(entry_set_perm) CALL(entry_set_filetype)                          \
    CALL(read_add_passphrase) CALL(write_set_options) CALL(write_set_passphrase)
    EACH_CALL(CALL)
#undef CALL
} sockeye_libarchive;
#define library sockeye_libarchive

/* Loads it. Returns whether it is there. */
int sockeye_libarchive_load(void);

/* The errno of the system call that failed; 0 if none did. */
int sockeye_libarchive_errno(struct archive *archive);

/* The thread's own locale comes back with the end of the block. */
void sockeye_libarchive_restore(const locale_t *before);
#define IN_LOCALE(locale) __attribute__((cleanup(sockeye_libarchive_restore), unused)) const locale_t before = uselocale(locale)
#define IN_UTF8 IN_LOCALE(library.utf8)
#define IN_PLAIN IN_LOCALE(library.plain)

static inline int is_usable(int result) { return result == ARCHIVE_OK || result == ARCHIVE_WARN; }

#endif

#endif
