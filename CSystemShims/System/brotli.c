#include "coders_native.h"
#include "inflate.h"

#ifdef SOCKEYE_BROTLI

#include <brotli/decode.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

/* The functions used, declared with the header's types, so that a changed header fails to compile. */
static struct {
    int is_loaded;
    __typeof__(&BrotliDecoderCreateInstance) create;
    __typeof__(&BrotliDecoderDestroyInstance) destroy;
    __typeof__(&BrotliDecoderDecompressStream) decompress;
    __typeof__(&BrotliDecoderGetErrorCode) error_code;
    __typeof__(&BrotliDecoderErrorString) error_string;
} brotli;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    brotli.create = (__typeof__(brotli.create))dlsym(library, "BrotliDecoderCreateInstance");
    brotli.destroy = (__typeof__(brotli.destroy))dlsym(library, "BrotliDecoderDestroyInstance");
    brotli.decompress = (__typeof__(brotli.decompress))dlsym(library, "BrotliDecoderDecompressStream");
    brotli.error_code = (__typeof__(brotli.error_code))dlsym(library, "BrotliDecoderGetErrorCode");
    brotli.error_string = (__typeof__(brotli.error_string))dlsym(library, "BrotliDecoderErrorString");
    brotli.is_loaded = brotli.create != NULL && brotli.destroy != NULL && brotli.decompress != NULL
        && brotli.error_code != NULL && brotli.error_string != NULL;
}

int sockeye_brotli_is_available(void)
{
    pthread_once(&once, load);
    return brotli.is_loaded;
}

void *sockeye_brotli_new(void)
{
    return sockeye_brotli_is_available() ? brotli.create(NULL, NULL, NULL) : NULL;
}

void sockeye_brotli_free(void *decoder)
{
    if (decoder != NULL) brotli.destroy(decoder);
}

int sockeye_brotli_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason)
{
    size_t left = *input_count, room = *output_count;
    const uint8_t *next_in = input;
    uint8_t *next_out = output;
    const BrotliDecoderResult result = brotli.decompress(decoder, &left, &next_in, &room, &next_out, NULL);
    *input_count -= left;
    *output_count -= room;
    switch (result) {
    case BROTLI_DECODER_RESULT_SUCCESS: return SOCKEYE_INFLATE_END;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return SOCKEYE_INFLATE_MORE;
    default: break;
    }
    const BrotliDecoderErrorCode code = brotli.error_code(decoder);
    *reason = brotli.error_string(code);
    /* The error codes of failed allocations (brotli/decode.h). */
    return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES && code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES
        ? SOCKEYE_INFLATE_NO_MEMORY
        : SOCKEYE_INFLATE_CORRUPT;
}

#else

int sockeye_brotli_is_available(void) { return 0; }

void *sockeye_brotli_new(void) { return NULL; }

void sockeye_brotli_free(void *decoder) { (void)decoder; }

int sockeye_brotli_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason)
{
    (void)decoder, (void)input, (void)output;
    *input_count = *output_count = 0;
    *reason = "not built in";
    return SOCKEYE_INFLATE_CORRUPT;
}

#endif
