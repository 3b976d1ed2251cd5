#ifndef SOCKEYE_DEFLATE_H
#define SOCKEYE_DEFLATE_H

/*
 * Raw deflate (RFC 1951) by zlib, one stream at a time, step by step, for messages that end at a byte boundary
 * (RFC 7692).
 *
 * Calls may come from any thread, but only one at a time per deflater. No call keeps a pointer to the caller's bytes.
 */

#include <stddef.h>

typedef struct sockeye_deflater sockeye_deflater;

/* Makes a deflater with a window of 2^window_bits bytes, 9 to 15 (zlib can't do 8 without a wrapping), and zlib's default
   level; NULL if memory is missing. Free it with sockeye_deflate_free. */
sockeye_deflater *sockeye_deflate_new(int window_bits);

/* Frees a deflater; no-op for NULL. */
void sockeye_deflate_free(sockeye_deflater *deflater);

/* Forgets everything compressed so far (deflateReset). Returns 0, or -1. */
int sockeye_deflate_restart(sockeye_deflater *deflater);

/*
 * Compresses (deflate) from `*input_count` bytes at `input` into `*output_count` bytes at `output`, and sets both counts
 * to what was used. `flushes` nonzero ends the block once all input is used (Z_SYNC_FLUSH): call it again with as much
 * room while it fills all of it. Returns 0, or -1. Uses at most 1 GiB of each per call.
 */
int sockeye_deflate_step(
    sockeye_deflater *deflater, const void *input, size_t *input_count, void *output, size_t *output_count, int flushes);

#endif
