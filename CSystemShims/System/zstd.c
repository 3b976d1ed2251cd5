#include "coders_native.h"
#include "inflate.h"

#ifdef SOCKEYE_ZSTD

#include <dlfcn.h>
#include <pthread.h>
#include <zstd.h>

/* RFC 9659 section 3: the content coding allows windows of up to 8 MiB, 2 to the power of 23. */
enum { LARGEST_WINDOW_LOG = 23 };

static struct {
    int is_loaded;
    __typeof__(&ZSTD_createDCtx) create;
    __typeof__(&ZSTD_freeDCtx) destroy;
    __typeof__(&ZSTD_DCtx_setParameter) set;
    __typeof__(&ZSTD_DCtx_reset) reset;
    __typeof__(&ZSTD_decompressStream) decompress;
    __typeof__(&ZSTD_isError) is_error;
    __typeof__(&ZSTD_getErrorName) error_name;
} zstd;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    zstd.create = (__typeof__(zstd.create))dlsym(library, "ZSTD_createDCtx");
    zstd.destroy = (__typeof__(zstd.destroy))dlsym(library, "ZSTD_freeDCtx");
    zstd.set = (__typeof__(zstd.set))dlsym(library, "ZSTD_DCtx_setParameter");
    zstd.reset = (__typeof__(zstd.reset))dlsym(library, "ZSTD_DCtx_reset");
    zstd.decompress = (__typeof__(zstd.decompress))dlsym(library, "ZSTD_decompressStream");
    zstd.is_error = (__typeof__(zstd.is_error))dlsym(library, "ZSTD_isError");
    zstd.error_name = (__typeof__(zstd.error_name))dlsym(library, "ZSTD_getErrorName");
    zstd.is_loaded = zstd.create != NULL && zstd.destroy != NULL && zstd.set != NULL && zstd.reset != NULL
        && zstd.decompress != NULL && zstd.is_error != NULL && zstd.error_name != NULL;
}

int sockeye_zstd_is_available(void)
{
    pthread_once(&once, load);
    return zstd.is_loaded;
}

void *sockeye_zstd_new(void)
{
    if (!sockeye_zstd_is_available()) return NULL;
    ZSTD_DCtx *decoder = zstd.create();
    if (decoder != NULL && zstd.is_error(zstd.set(decoder, ZSTD_d_windowLogMax, LARGEST_WINDOW_LOG))) {
        zstd.destroy(decoder);
        return NULL;
    }
    return decoder;
}

void sockeye_zstd_free(void *decoder)
{
    if (decoder != NULL) zstd.destroy(decoder);
}

int sockeye_zstd_restart(void *decoder)
{
    return zstd.is_error(zstd.reset(decoder, ZSTD_reset_session_only)) ? SOCKEYE_INFLATE_CORRUPT : 0;
}

int sockeye_zstd_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason)
{
    ZSTD_inBuffer in = { input, *input_count, 0 };
    ZSTD_outBuffer out = { output, *output_count, 0 };
    const size_t result = zstd.decompress(decoder, &out, &in);
    *input_count = in.pos;
    *output_count = out.pos;
    if (!zstd.is_error(result)) return result == 0 ? SOCKEYE_INFLATE_END : SOCKEYE_INFLATE_MORE;
    *reason = zstd.error_name(result);
    return SOCKEYE_INFLATE_CORRUPT;
}

#else

int sockeye_zstd_is_available(void) { return 0; }

void *sockeye_zstd_new(void) { return NULL; }

void sockeye_zstd_free(void *decoder) { (void)decoder; }

int sockeye_zstd_restart(void *decoder)
{
    (void)decoder;
    return SOCKEYE_INFLATE_CORRUPT;
}

int sockeye_zstd_step(
    void *decoder, const void *input, size_t *input_count, void *output, size_t *output_count, const char **reason)
{
    (void)decoder, (void)input, (void)output;
    *input_count = *output_count = 0;
    *reason = "not built in";
    return SOCKEYE_INFLATE_CORRUPT;
}

#endif
