#ifndef SOCKEYE_INFLATE_H
#define SOCKEYE_INFLATE_H

/*
 * Decompression, one stream at a time, step by step, with no policy: by zlib, which is linked, and by the brotli and
 * zstd libraries, which are loaded (dlopen(3)) when they are first needed if they were built in (SOCKEYE_BROTLI,
 * SOCKEYE_ZSTD).
 *
 * Every call may be made from any thread, as long as no two use the same inflater at once. Nothing here keeps a
 * pointer to the caller's bytes after it returned.
 */

#include <stddef.h>

typedef struct sockeye_inflater sockeye_inflater;

/* What the data are: deflate data in a gzip member (RFC 1952), in a zlib stream (RFC 1950) or alone (RFC 1951), a brotli
   stream (RFC 7932), or a zstd frame with a window of at most 8 MiB (RFC 8878, RFC 9659). */
enum {
    SOCKEYE_INFLATE_GZIP = 1,
    SOCKEYE_INFLATE_ZLIB = 2,
    SOCKEYE_INFLATE_RAW = 3,
    SOCKEYE_INFLATE_BROTLI = 4,
    SOCKEYE_INFLATE_ZSTD = 5
};

/* What a step came to. */
enum {
    SOCKEYE_INFLATE_MORE = 0,      /* went on; call again with more input or more room */
    SOCKEYE_INFLATE_END = 1,       /* the stream is complete and its checksum right; what is left is not its own */
    SOCKEYE_INFLATE_CORRUPT = -1,  /* no such stream; sockeye_inflate_reason tells why */
    SOCKEYE_INFLATE_NO_MEMORY = -2
};

/* 1 when data of this wrapping can be decompressed: the library is there, and is loaded by this call if need be. */
int sockeye_inflate_is_available(int wrapping);

/* A new inflater for streams of this wrapping; NULL without memory or the library. Free it with sockeye_inflate_free. */
sockeye_inflater *sockeye_inflate_new(int wrapping);

/* Frees an inflater; NULL is fine. */
void sockeye_inflate_free(sockeye_inflater *inflater);

/* Begins another stream of the same wrapping. Returns 0, or SOCKEYE_INFLATE_CORRUPT: no brotli stream follows another. */
int sockeye_inflate_restart(sockeye_inflater *inflater);

/*
 * Decompresses (inflate) from `*input_count` bytes at `input` into `*output_count` bytes at `output`; both counts
 * become what was used. Returns one of the values above. Counts above 1 GiB are used in part.
 */
int sockeye_inflate_step(
    sockeye_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count);

/* The library's words for the last SOCKEYE_INFLATE_CORRUPT; constant text. */
const char *sockeye_inflate_reason(const sockeye_inflater *inflater);

/* zlib's version, as 1.3.1; constant text. */
const char *sockeye_inflate_version(void);

#endif
