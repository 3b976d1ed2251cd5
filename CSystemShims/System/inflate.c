#include "inflate.h"

#include "coders_native.h"

#include <stdlib.h>
#include <zlib.h>

#include "calls.h"
#include "zlib_calls.h"

struct sockeye_inflater {
    int wrapping;
    z_stream stream;
    /* The decoder used instead of `stream`: for other formats than deflate, and for gzip where ISA-L is installed. */
    void *other;
    const char *reason;
};

/* inflateInit2's windowBits: 15 is the largest window, +16 asks for gzip, negative for raw deflate. */
static int window_bits(int wrapping)
{
    switch (wrapping) {
    case SOCKEYE_INFLATE_GZIP: return 15 + 16;
    case SOCKEYE_INFLATE_ZLIB: return 15;
    default: return -15;
    }
}

int sockeye_inflate_is_available(int wrapping)
{
    switch (wrapping) {
    case SOCKEYE_INFLATE_BROTLI: return sockeye_brotli_is_available();
    case SOCKEYE_INFLATE_ZSTD: return sockeye_zstd_is_available();
    default: return 1;
    }
}

static int begin(sockeye_inflater *inflater, int wrapping)
{
    switch (wrapping) {
    case SOCKEYE_INFLATE_BROTLI: return (inflater->other = sockeye_brotli_new()) != NULL;
    case SOCKEYE_INFLATE_ZSTD: return (inflater->other = sockeye_zstd_new()) != NULL;
    case SOCKEYE_INFLATE_GZIP:
        if ((inflater->other = sockeye_igzip_new()) != NULL) return 1;
        break;
    default: break;
    }
    return inflateInit2(&inflater->stream, window_bits(wrapping)) == Z_OK;
}

sockeye_inflater *sockeye_inflate_new(int wrapping)
{
    sockeye_inflater *inflater = calloc(1, sizeof *inflater);
    if (inflater == NULL) return NULL;
    inflater->wrapping = wrapping;
    if (!begin(inflater, wrapping)) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void sockeye_inflate_free(sockeye_inflater *inflater)
{
    if (inflater == NULL) return;
    switch (inflater->wrapping) {
    case SOCKEYE_INFLATE_BROTLI: sockeye_brotli_free(inflater->other); break;
    case SOCKEYE_INFLATE_ZSTD: sockeye_zstd_free(inflater->other); break;
    case SOCKEYE_INFLATE_GZIP: sockeye_igzip_free(inflater->other); break;
    default: break;
    }
    if (inflater->other == NULL) inflateEnd(&inflater->stream);
    free(inflater);
}

int sockeye_inflate_restart(sockeye_inflater *inflater)
{
    switch (inflater->wrapping) {
    case SOCKEYE_INFLATE_BROTLI: return SOCKEYE_INFLATE_CORRUPT;
    case SOCKEYE_INFLATE_ZSTD: return sockeye_zstd_restart(inflater->other);
    default: break;
    }
    if (inflater->other != NULL) return sockeye_igzip_restart(inflater->other);
    return inflateReset(&inflater->stream) == Z_OK ? 0 : SOCKEYE_INFLATE_CORRUPT;
}

int sockeye_inflate_continue(sockeye_inflater *inflater)
{
    if (inflater->wrapping != SOCKEYE_INFLATE_RAW) return SOCKEYE_INFLATE_CORRUPT;
    /* Unlike inflateReset, this leaves the window. To take it out and put it back would copy 64 KiB for each two bytes of a message
       of empty blocks. */
    return inflateResetKeep(&inflater->stream) == Z_OK ? 0 : SOCKEYE_INFLATE_CORRUPT;
}

int sockeye_inflate_is_between_blocks(const sockeye_inflater *inflater)
{
    /* zlib.h, inflate(): 128 after the end of a block, 64 within the last one, and the bits that are left over. */
    return inflater->wrapping == SOCKEYE_INFLATE_RAW && (inflater->stream.data_type & (128 | 64 | 7)) == 128;
}

int sockeye_inflate_step(
    sockeye_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count)
{
    switch (inflater->wrapping) {
    case SOCKEYE_INFLATE_BROTLI:
        return sockeye_brotli_step(inflater->other, input, input_count, output, output_count, &inflater->reason);
    case SOCKEYE_INFLATE_ZSTD:
        return sockeye_zstd_step(inflater->other, input, input_count, output, output_count, &inflater->reason);
    default: break;
    }
    if (inflater->other != NULL)
        return sockeye_igzip_step(inflater->other, input, input_count, output, output_count, &inflater->reason);
    const size_t most = (size_t)1 << 30;
    z_stream *stream = &inflater->stream;
    const uInt given = (uInt)(*input_count < most ? *input_count : most);
    const uInt room = (uInt)(*output_count < most ? *output_count : most);
    /* zlib promises not to write through next_in, although its type lacks the const. */
    stream->next_in = (Bytef *)input;
    stream->avail_in = given;
    stream->next_out = output;
    stream->avail_out = room;
    const int result = inflate(stream, Z_NO_FLUSH);
    *input_count = given - stream->avail_in;
    *output_count = room - stream->avail_out;
    stream->next_in = NULL;
    stream->avail_in = 0;
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: return SOCKEYE_INFLATE_MORE;
    case Z_STREAM_END: return SOCKEYE_INFLATE_END;
    case Z_MEM_ERROR: return SOCKEYE_INFLATE_NO_MEMORY;
    default: return SOCKEYE_INFLATE_CORRUPT;
    }
}

const char *sockeye_inflate_reason(const sockeye_inflater *inflater)
{
    if (inflater->reason != NULL) return inflater->reason;
    return inflater->stream.msg != NULL ? inflater->stream.msg : "a dictionary is needed";
}
