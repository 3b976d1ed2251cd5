#ifndef SOCKEYE_INFLATE_H
#define SOCKEYE_INFLATE_H

/*
 * Decompression by zlib: one stream at a time, step by step, with no policy.
 *
 * Every call may be made from any thread, as long as no two use the same inflater at once. Nothing here keeps a
 * pointer to the caller's bytes after it returned.
 */

#include <stddef.h>

typedef struct sockeye_inflater sockeye_inflater;

/* What wraps the deflate data: a gzip member (RFC 1952), a zlib stream (RFC 1950), or nothing (RFC 1951). */
enum { SOCKEYE_INFLATE_GZIP = 1, SOCKEYE_INFLATE_ZLIB = 2, SOCKEYE_INFLATE_RAW = 3 };

/* What a step came to. */
enum {
    SOCKEYE_INFLATE_MORE = 0,      /* went on; call again with more input or more room */
    SOCKEYE_INFLATE_END = 1,       /* the stream is complete and its checksum right; what is left is not its own */
    SOCKEYE_INFLATE_CORRUPT = -1,  /* no such stream; sockeye_inflate_reason tells why */
    SOCKEYE_INFLATE_NO_MEMORY = -2
};

/* A new inflater for streams of this wrapping; NULL without memory. Free it with sockeye_inflate_free. */
sockeye_inflater *sockeye_inflate_new(int wrapping);

/* Frees an inflater; NULL is fine. */
void sockeye_inflate_free(sockeye_inflater *inflater);

/* Begins another stream of the same wrapping. Returns 0, or SOCKEYE_INFLATE_CORRUPT. */
int sockeye_inflate_restart(sockeye_inflater *inflater);

/*
 * Decompresses (inflate) from `*input_count` bytes at `input` into `*output_count` bytes at `output`; both counts
 * become what was used. Returns one of the values above. Counts above 1 GiB are used in part.
 */
int sockeye_inflate_step(
    sockeye_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count);

/* zlib's words for the last SOCKEYE_INFLATE_CORRUPT; constant text. */
const char *sockeye_inflate_reason(const sockeye_inflater *inflater);

/* zlib's version, as 1.3.1; constant text. */
const char *sockeye_inflate_version(void);

#endif
