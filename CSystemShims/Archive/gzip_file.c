#define _GNU_SOURCE
#include "gzip_file.h"

#ifdef SOCKEYE_ARCHIVE

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "inflate.h"

enum { INPUT_BYTES = 1 << 16, OUTPUT_BYTES = 1 << 17 };

struct sockeye_gzip_file {
    int descriptor;
    /* Whether the last step filled the output, so that more may come without more input. */
    int is_full;
    int is_in_member, is_over;
    int64_t position;
    sockeye_inflater *inflater;
    /* What is left of the input. */
    size_t begin, end;
    unsigned char input[INPUT_BYTES], output[OUTPUT_BYTES];
};

sockeye_gzip_file *sockeye_gzip_file_new(int descriptor)
{
    sockeye_gzip_file *file = malloc(sizeof *file);
    if (file == NULL) return NULL;
    file->descriptor = descriptor;
    file->is_in_member = 1;
    file->is_over = file->is_full = 0;
    file->position = 0;
    file->begin = file->end = 0;
    file->inflater = sockeye_inflate_new(SOCKEYE_INFLATE_GZIP);
    if (file->inflater != NULL) return file;
    free(file);
    return NULL;
}

void sockeye_gzip_file_free(sockeye_gzip_file *file)
{
    if (file == NULL) return;
    sockeye_inflate_free(file->inflater);
    free(file);
}

int64_t sockeye_gzip_file_position(const sockeye_gzip_file *file) { return file->position; }

/* Reads more of the file. Returns as read(2). */
static ssize_t fill(sockeye_gzip_file *file)
{
    ssize_t count;
    do count = pread(file->descriptor, file->input, INPUT_BYTES, (off_t)file->position);
    while (count < 0 && errno == EINTR);
    file->begin = 0;
    file->end = count > 0 ? (size_t)count : 0;
    file->position += (int64_t)file->end;
    return count;
}

ssize_t sockeye_gzip_file_read(sockeye_gzip_file *file, const void **bytes, const char **reason)
{
    *reason = "";
    while (!file->is_over) {
        if (file->begin == file->end && !file->is_full) {
            const ssize_t count = fill(file);
            if (count < 0) return -1;
            if (count == 0 && file->is_in_member) {
                errno = 0;
                *reason = "truncated gzip data";
                return -1;
            }
            if (count == 0) break;
        }
        if (!file->is_in_member) {
            /* RFC 1952 section 2.2: members follow one another. */
            if (file->input[file->begin] != 0x1F || sockeye_inflate_restart(file->inflater) != 0) break;
            file->is_in_member = 1;
        }
        size_t given = file->end - file->begin, made = OUTPUT_BYTES;
        const int result =
            sockeye_inflate_step(file->inflater, file->input + file->begin, &given, file->output, &made);
        file->begin += given;
        file->is_full = made == OUTPUT_BYTES && result != SOCKEYE_INFLATE_END;
        if (result < 0) {
            errno = 0;
            *reason = sockeye_inflate_reason(file->inflater);
            if (*reason == NULL) *reason = "wrong gzip data";
            return -1;
        }
        if (result == SOCKEYE_INFLATE_END) file->is_in_member = 0;
        if (made > 0) {
            *bytes = file->output;
            return (ssize_t)made;
        }
    }
    file->is_over = 1;
    return 0;
}

#else
/* ISO C wants a declaration in each file. */
typedef int sockeye_gzip_file_is_not_built;
#endif
