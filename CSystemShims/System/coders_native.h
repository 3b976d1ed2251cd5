#ifndef SOCKEYE_CODERS_NATIVE_H
#define SOCKEYE_CODERS_NATIVE_H

/*
 * The decoders behind sockeye_inflater that aren't zlib's. Each is in a separate library, which is loaded (dlopen(3))
 * when a body first needs it: most programs never do, and every linked library costs each start about 0.2 ms. Built
 * without SOCKEYE_BROTLI or SOCKEYE_ZSTD, the decoder is never available.
 *
 * ISA-L's decoder of gzip, two to three times as fast as zlib's, is used where its header was there when this was built
 * and its library is there at run time; otherwise zlib's.
 *
 * A step returns what sockeye_inflate_step does, and on corrupt data sets `*reason` to constant text.
 */

#include <stddef.h>

/* NULL if the library or memory is missing. */
void *sockeye_igzip_new(void);
void sockeye_igzip_free(void *decoder);
/* Starts another member. Returns 0, or SOCKEYE_INFLATE_CORRUPT. */
int sockeye_igzip_restart(void *decoder);
int sockeye_igzip_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason);

/* 1 if the library is available; loads it on first use. */
int sockeye_brotli_is_available(void);
/* NULL if the library or memory is missing. */
void *sockeye_brotli_new(void);
void sockeye_brotli_free(void *decoder);
int sockeye_brotli_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason);

int sockeye_zstd_is_available(void);
void *sockeye_zstd_new(void);
void sockeye_zstd_free(void *decoder);
/* Starts another frame. Returns 0, or SOCKEYE_INFLATE_CORRUPT. */
int sockeye_zstd_restart(void *decoder);
int sockeye_zstd_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason);

#endif
