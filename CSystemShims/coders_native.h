#ifndef SOCKEYE_CODERS_NATIVE_H
#define SOCKEYE_CODERS_NATIVE_H

/*
 * The decoders behind sockeye_inflater that are no part of zlib. Each lives in a library of its own, which is loaded
 * (dlopen(3)) when a body first needs it: most programs never do, and each library linked costs every start of a program
 * about 0.2 ms. Built without SOCKEYE_BROTLI or SOCKEYE_ZSTD, the decoder is never there.
 *
 * A step returns what sockeye_inflate_step does, and sets `*reason` to constant text when the data are broken.
 */

#include <stddef.h>

/* 1 when the library is there, loading it if need be. */
int sockeye_brotli_is_available(void);
/* NULL without the library or memory. */
void *sockeye_brotli_new(void);
void sockeye_brotli_free(void *decoder);
int sockeye_brotli_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason);

int sockeye_zstd_is_available(void);
void *sockeye_zstd_new(void);
void sockeye_zstd_free(void *decoder);
/* Begins another frame. Returns 0, or SOCKEYE_INFLATE_CORRUPT. */
int sockeye_zstd_restart(void *decoder);
int sockeye_zstd_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason);

#endif
