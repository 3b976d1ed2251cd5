/* Reads a gzip file and checks the checksums of its members, which libarchive doesn't. */
#ifndef SOCKEYE_GZIP_FILE_H
#define SOCKEYE_GZIP_FILE_H

#include <stdint.h>
#include <sys/types.h>

typedef struct sockeye_gzip_file sockeye_gzip_file;

/* Reads from the descriptor's beginning (pread(2)), which stays the caller's. NULL for lack of memory. */
sockeye_gzip_file *sockeye_gzip_file_new(int descriptor);
void sockeye_gzip_file_free(sockeye_gzip_file *file);
/* The next bytes, valid until the next call. Returns their count, 0 at the end, or -1: then `errno` is of the system call that failed,
   or 0, and `*reason` says what is wrong. What follows the last member isn't read, as in gzip(1). */
ssize_t sockeye_gzip_file_read(sockeye_gzip_file *file, const void **bytes, const char **reason);
/* How many bytes of the file are read. */
int64_t sockeye_gzip_file_position(const sockeye_gzip_file *file);

#endif
