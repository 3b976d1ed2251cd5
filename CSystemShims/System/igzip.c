#include "coders_native.h"
#include "inflate.h"

/* Whether ISA-L is used is decided where the program is built: by its header. */
#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#include "calls.h"
#include "zlib_calls.h"

/* The functions used, declared with the header's types, so that a changed header fails to compile. */
static struct {
    int is_loaded;
    __typeof__(&isal_inflate_init) init;
    __typeof__(&isal_inflate) decode;
} igzip;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    igzip.init = (__typeof__(igzip.init))dlsym(library, "isal_inflate_init");
    igzip.decode = (__typeof__(igzip.decode))dlsym(library, "isal_inflate");
    igzip.is_loaded = igzip.init != NULL && igzip.decode != NULL;
}

/*
 *   header (zlib) ──block boundary──→ body and trailer (ISA-L) ──→ SOCKEYE_INFLATE_END
 *
 * zlib reads the header: ISA-L 2.30 refuses some with a CRC when they arrive in pieces.
 */
typedef struct {
    z_stream header;
    int is_after_header;
    struct inflate_state body;
} decoder_state;

void *sockeye_igzip_new(void)
{
    pthread_once(&once, load);
    if (!igzip.is_loaded) return NULL;
    decoder_state *decoder = calloc(1, sizeof *decoder);
    if (decoder == NULL) return NULL;
    if (inflateInit2(&decoder->header, 15 + 16) != Z_OK) {
        free(decoder);
        return NULL;
    }
    return decoder;
}

void sockeye_igzip_free(void *state)
{
    decoder_state *decoder = state;
    if (decoder == NULL) return;
    inflateEnd(&decoder->header);
    free(decoder);
}

int sockeye_igzip_restart(void *state)
{
    decoder_state *decoder = state;
    decoder->is_after_header = 0;
    return inflateReset(&decoder->header) == Z_OK ? 0 : SOCKEYE_INFLATE_CORRUPT;
}

/* zlib's words for the same faults. */
static const char *reason_of(int result)
{
    switch (result) {
    case ISAL_INVALID_BLOCK: return "invalid block";
    case ISAL_INVALID_SYMBOL: return "invalid code";
    case ISAL_INVALID_LOOKBACK: return "invalid distance too far back";
    case ISAL_INCORRECT_CHECKSUM: return "incorrect data check";
    default: return "invalid data";
    }
}

/* Reads the header from `input`; returns how much of it that was, or -1. */
static ptrdiff_t read_header(decoder_state *decoder, const void *input, uint32_t count, const char **reason)
{
    unsigned char nothing;
    z_stream *header = &decoder->header;
    /* zlib promises not to write through next_in, although its type lacks the const. */
    header->next_in = (Bytef *)input;
    header->avail_in = count;
    header->next_out = &nothing;
    header->avail_out = 0;
    /* Z_BLOCK: stops before the first block. */
    const int result = inflate(header, Z_BLOCK);
    if (result != Z_OK && result != Z_BUF_ERROR) {
        *reason = header->msg != NULL ? header->msg : "incorrect header check";
        return -1;
    }
    if (header->data_type & 128) {
        decoder->is_after_header = 1;
        igzip.init(&decoder->body);
        decoder->body.crc_flag = ISAL_GZIP_NO_HDR_VER;
    }
    return (ptrdiff_t)(count - header->avail_in);
}

int sockeye_igzip_step(
    void *state, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason)
{
    decoder_state *decoder = state;
    const size_t most = (size_t)1 << 30;
    const uint32_t given = (uint32_t)(*input_count < most ? *input_count : most);
    const uint32_t room = (uint32_t)(*output_count < most ? *output_count : most);
    ptrdiff_t used = 0;
    *output_count = 0;
    if (!decoder->is_after_header) {
        used = read_header(decoder, input, given, reason);
        if (used < 0) return SOCKEYE_INFLATE_CORRUPT;
        if (!decoder->is_after_header || used == given) {
            *input_count = (size_t)used;
            return SOCKEYE_INFLATE_MORE;
        }
    }
    struct inflate_state *body = &decoder->body;
    body->next_in = (uint8_t *)input + used;
    body->avail_in = given - (uint32_t)used;
    body->next_out = output;
    body->avail_out = room;
    const int result = igzip.decode(body);
    if (result != ISAL_DECOMP_OK) {
        *reason = reason_of(result);
        return SOCKEYE_INFLATE_CORRUPT;
    }
    *input_count = given - body->avail_in;
    *output_count = room - body->avail_out;
    if (body->block_state == ISAL_BLOCK_FINISH) return SOCKEYE_INFLATE_END;
    if (body->avail_in == given && given > 0 && body->avail_out == room && room > 0) {
        *reason = "invalid data";
        return SOCKEYE_INFLATE_CORRUPT;
    }
    return SOCKEYE_INFLATE_MORE;
}

#else

void *sockeye_igzip_new(void) { return NULL; }

void sockeye_igzip_free(void *decoder) { (void)decoder; }

int sockeye_igzip_restart(void *decoder)
{
    (void)decoder;
    return SOCKEYE_INFLATE_CORRUPT;
}

int sockeye_igzip_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason)
{
    (void)decoder, (void)input, (void)output;
    *input_count = *output_count = 0;
    *reason = "not built in";
    return SOCKEYE_INFLATE_CORRUPT;
}

#endif
