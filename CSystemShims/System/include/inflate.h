#ifndef SOCKEYE_INFLATE_H
#define SOCKEYE_INFLATE_H

/*
 * Decompression, one stream at a time, step by step, without policy: by zlib, which is linked, and by the brotli and
 * zstd libraries, which are loaded (dlopen(3)) on first use if support is built in (SOCKEYE_BROTLI, SOCKEYE_ZSTD).
 * Gzip is decoded by ISA-L where it is installed.
 *
 * Calls may come from any thread, but only one at a time per inflater. No call keeps a pointer to the caller's bytes.
 */

#include <stddef.h>

typedef struct sockeye_inflater sockeye_inflater;

/* The wrapping of the data: deflate in a gzip member (RFC 1952), in a zlib stream (RFC 1950) or raw (RFC 1951), a
   brotli stream (RFC 7932), or a zstd frame with a window of at most 8 MiB (RFC 8878, RFC 9659). */
enum {
    SOCKEYE_INFLATE_GZIP = 1,
    SOCKEYE_INFLATE_ZLIB = 2,
    SOCKEYE_INFLATE_RAW = 3,
    SOCKEYE_INFLATE_BROTLI = 4,
    SOCKEYE_INFLATE_ZSTD = 5
};

/* The result of a step. */
enum {
    SOCKEYE_INFLATE_MORE = 0,      /* made progress; call again with more input or more room */
    SOCKEYE_INFLATE_END = 1,       /* the stream is complete, its checksum correct; any input left is not part of it */
    SOCKEYE_INFLATE_CORRUPT = -1,  /* invalid data; sockeye_inflate_reason tells why */
    SOCKEYE_INFLATE_NO_MEMORY = -2
};

/* 1 if data of this wrapping can be decompressed; loads the library on first use. */
int sockeye_inflate_is_available(int wrapping);

/* Makes an inflater for this wrapping; NULL if memory or the library is missing. Free it with sockeye_inflate_free. */
sockeye_inflater *sockeye_inflate_new(int wrapping);

/* Frees an inflater; no-op for NULL. */
void sockeye_inflate_free(sockeye_inflater *inflater);

/* Starts another stream of the same wrapping. Returns 0, or SOCKEYE_INFLATE_CORRUPT: brotli streams don't concatenate.
   */
int sockeye_inflate_restart(sockeye_inflater *inflater);

/* For raw deflate after SOCKEYE_INFLATE_END: starts another stream whose data may refer to what the last one gave
   (inflateResetKeep). Returns 0 or SOCKEYE_INFLATE_CORRUPT. */
int sockeye_inflate_continue(sockeye_inflater *inflater);

/* For raw deflate: 1 if all input ended with a block, so that nothing of it is left over. */
int sockeye_inflate_is_between_blocks(const sockeye_inflater *inflater);

/*
 * Decompresses (inflate) from `*input_count` bytes at `input` into `*output_count` bytes at `output`, and sets both
 * counts to what was used. Returns one of the values above. Uses at most 1 GiB of each per call.
 */
int sockeye_inflate_step(
    sockeye_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count);

/* The library's message for the last SOCKEYE_INFLATE_CORRUPT; constant text. */
const char *sockeye_inflate_reason(const sockeye_inflater *inflater);

#endif
