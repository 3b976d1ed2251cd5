/* Without the trait Archive nothing opens. */
#include "archives.h"

#ifndef SOCKEYE_ARCHIVE

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
