#include "deflate.h"

#include <stdlib.h>
#include <zlib.h>

#include "zlib_calls.h"

struct sockeye_deflater {
    z_stream stream;
};

sockeye_deflater *sockeye_deflate_new(int window_bits)
{
    if (window_bits < 9 || window_bits > 15) return NULL;
    sockeye_deflater *deflater = calloc(1, sizeof *deflater);
    if (deflater == NULL) return NULL;
    /* 8 is zlib's default memory level; negative window bits ask for raw deflate. */
    int result = deflateInit2(&deflater->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -window_bits, 8, Z_DEFAULT_STRATEGY);
    if (result == Z_OK) return deflater;
    free(deflater);
    return NULL;
}

void sockeye_deflate_free(sockeye_deflater *deflater)
{
    if (deflater == NULL) return;
    deflateEnd(&deflater->stream);
    free(deflater);
}

int sockeye_deflate_restart(sockeye_deflater *deflater)
{
    return deflateReset(&deflater->stream) == Z_OK ? 0 : -1;
}

static uInt limited(size_t count)
{
    return count > 1u << 30 ? 1u << 30 : (uInt)count;
}

int sockeye_deflate_step(
    sockeye_deflater *deflater, const void *input, size_t *input_count, void *output, size_t *output_count, int flushes)
{
    z_stream *stream = &deflater->stream;
    uInt most_input = limited(*input_count), most_output = limited(*output_count);
    /* zlib only reads through next_in; its type lacks the const without ZLIB_CONST. */
    stream->next_in = (Bytef *)input;
    stream->avail_in = most_input;
    stream->next_out = output;
    stream->avail_out = most_output;
    int is_whole = most_input == *input_count;
    int result = deflate(stream, flushes && is_whole ? Z_SYNC_FLUSH : Z_NO_FLUSH);
    *input_count = most_input - stream->avail_in;
    *output_count = most_output - stream->avail_out;
    stream->next_in = NULL;
    stream->next_out = NULL;
    /* Z_BUF_ERROR: nothing to do, which is no error. */
    return result == Z_OK || result == Z_BUF_ERROR ? 0 : -1;
}
